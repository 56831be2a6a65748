#pragma once

namespace gridcensus::host {

/// Resets inherited state that this program does not expect: blocked signals, ignored SIGCHLD or crash signals, a
/// closed standard input or standard error, and a umask that makes new files unreadable for their own user.
///
/// Signals that ask a process to stop or to pause stay ignored, because `nohup` and shells protect processes in that
/// way. A closed standard output stays closed, so a lost answer is noticed.
///
/// Call it first, before any thread starts.
void undo_inherited_state();

}  // namespace gridcensus::host
