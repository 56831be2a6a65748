#pragma once

namespace gridcensus::host {

/// The hidden command that makes this program a worker.
inline constexpr const char* worker_command = "isolated-worker";

/// Runs that command: reads requests from descriptor 3, calls the strategy for each, and answers there. It never
/// returns: the process exits when the connection ends.
int serve_requests();

}  // namespace gridcensus::host
