#pragma once

#include <filesystem>

namespace gridcensus::host {

/// The hidden first argument by which a program becomes a keeper.
inline constexpr const char* keeper_command = "keep-program";

/// The settings of this process for kept programs.
struct KeeperSettings {
  /// A program whose `main` calls `keep_program`. If it is empty, kept programs cannot be started. There is no default,
  /// because a program that does not know `keeper_command` would start itself again and again.
  std::filesystem::path program = {};
};

/// Returns the settings. Change them only before any thread starts.
KeeperSettings& keeper_settings();

/// A report of a keeper to `Child`, sent as bytes.
struct KeeperReport {
  /// The kind of event. The process that becomes the program sends `forked`: from then on it can do harm, also to its
  /// keeper.
  enum class Kind : int { forked, started, not_started, ended };

  Kind kind = Kind::forked;
  /// `forked`, `started`: the process id; `not_started`: the errno; `ended`: the status as waitpid reports it.
  int value = 0;
};

/// Runs a program as `Child` requests if the first argument is `keeper_command`, and then never returns. The process
/// starts the program in its own process group and reports to `Child` how it ended. It kills all descendants when the
/// program has ended, when `Child` requests it, or when the process of `Child` is gone.
///
/// Call it first in `main`, because it needs descriptors and signals as they were inherited.
void keep_program(int argc, char** argv);

}  // namespace gridcensus::host
