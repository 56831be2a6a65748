#pragma once

namespace gridcensus::host {

/// Undoes what this process may have inherited from the one that started it, and on what nothing here reckons: blocked
/// signals, an ignored SIGCHLD or signal of a crash, standard input or standard error that is closed, and a mask by
/// which new files cannot be read by their own user.
///
/// Signals that ask a process to stop or to pause stay ignored if they were: that is how `nohup` and shells protect a
/// process. A closed standard output stays closed, so that an answer that is lost is noticed.
///
/// Called first of all, before there are threads.
void undo_inherited_state();

}  // namespace gridcensus::host
