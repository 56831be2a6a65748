#pragma once

namespace gridcensus::host {

/// The hidden command by which this program becomes a worker.
inline constexpr const char* worker_command = "isolated-worker";

/// Runs that command: takes requests from descriptor 3, calls the strategy for each, and answers there. It never
/// returns: the process ends when the line does.
int serve_requests();

}  // namespace gridcensus::host
