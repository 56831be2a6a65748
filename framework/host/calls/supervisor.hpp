#pragma once

namespace gridcensus::host {

/// Forks: the child continues and this process waits for it. Call it before any plugin code runs in this process.
///
/// A plugin can end the process at any time, with exit code 0 or by a signal. The parent exits with the code of
/// `record_completion`. It counts any other end as a failure and reports on stderr the calls of strategies that were in
/// progress. After a signal its exit code is 128 plus the signal's number. A crash after completion is a warning.
///
/// Signals that stop, pause or continue are passed on to the child. The child is killed when the parent is gone.
/// SIGSTOP cannot be passed on, so it pauses only the parent.
///
/// Call it while no other thread runs, no file is open for writing, and nothing needs cleaning up. Further calls do
/// nothing.
///
/// @throws std::system_error  no process could be started.
void supervise();

}  // namespace gridcensus::host
