#pragma once

namespace gridcensus::host {

/// The hidden command by which this program becomes a worker.
inline constexpr const char* worker_command = "isolated-worker";

/// What that command runs: takes requests from descriptor 3, and calls the strategy for each. A request that comes to
/// descriptor 4 by its number is to stop; when that line ends, the program that started this one is gone, and so is
/// this process, at once.
///
/// @return  the exit code, where nobody has a further request.
int serve_requests();

}  // namespace gridcensus::host
