#pragma once

#include "host/process/descriptor.hpp"

#include <optional>

namespace gridcensus::host {

/// Goes on in a child process, and has this one wait for it: called before the code of a plugin first runs here.
///
/// What a plugin does may end the process at any time, with exit code 0 or by a signal. The parent ends with the code
/// that the child said it was done with (`note_completion`), and takes no other end for a good one: it says on stderr
/// which calls of strategies were going on. After a signal its code is 128 and the number of that signal. A crash that
/// comes once all was done is a warning.
///
/// The descriptor `kept` stays with the parent and is closed in the child, where a plugin might write to it or close
/// it. `kept_descriptor` brings it back for as long as it is needed. Negative: none is kept.
///
/// Signals that stop, pause or continue are passed on to the child. The child is killed when the parent is gone.
/// Pausing the parent alone by SIGSTOP, which no process can pass on, pauses only the parent.
///
/// Called where no other thread runs, no file is open for writing, and nothing has to be tidied up. Does nothing the
/// second time.
///
/// @throws std::system_error  no process could be started.
void supervise(int kept);

/// Returns a copy of the descriptor that the parent keeps; nullopt where there is no parent that does.
///
/// @threads           one at a time
/// @throws std::system_error  the parent cannot be asked any more: a plugin has closed what it is asked by.
std::optional<Descriptor> kept_descriptor();

}  // namespace gridcensus::host
