#pragma once

namespace gridcensus::host {

/// Goes on in a child process, and has this one wait for it: called before the code of a plugin first runs here.
///
/// What a plugin does may end the process at any time, with exit code 0 or by a signal. The parent ends with the code
/// that the child said it was done with (`note_completion`), and takes no other end for a good one: it says on stderr
/// which calls of strategies were going on. After a signal its code is 128 and the number of that signal.
///
/// Signals that stop, pause or continue are passed on to the child. The child is killed when the parent is gone.
/// Pausing the parent alone by SIGSTOP, which no process can pass on, pauses only the parent.
///
/// Called where no other thread runs, no file is open for writing, and nothing has to be tidied up. Does nothing the
/// second time.
///
/// @throws std::system_error  no process could be started.
void supervise();

}  // namespace gridcensus::host
