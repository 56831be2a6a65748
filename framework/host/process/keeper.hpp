#pragma once

#include <filesystem>

namespace gridcensus::host {

/// The hidden first argument by which a program becomes a keeper.
inline constexpr const char* keeper_command = "keep-program";

/// How this process keeps programs.
struct Keeping {
  /// A program whose `main` calls `keep_program`. Empty: none was named, and kept programs cannot be started. There is
  /// no default, because a program that does not know `keeper_command` would start itself again and again.
  std::filesystem::path program = {};
  /// Where the files `cgroup` and `mountinfo` tell the control group of this process.
  std::filesystem::path proc = "/proc/self";
};

/// Returns the settings, to be changed only before there are threads.
Keeping& keeping();

/// What a keeper tells `Child`, as bytes.
struct KeeperReport {
  /// What has happened. `forked` comes from the process that becomes the program: from then on it can do harm, to its
  /// keeper, too.
  enum class Kind : int { forked, started, not_started, ended };

  Kind kind = Kind::forked;
  /// The number of its process once it has forked; why it could not be started, as errno; how it ended, as waitpid
  /// tells it.
  int value = 0;
  int is_in_group = 0;  ///< once it has forked: whether it is in its control group
};

/// Runs a program as `Child` asks for it, if the first argument is `keeper_command`, and never returns then: the
/// process starts the program in a process group of its own, tells `Child` how it ended, and kills all its descendants
/// once it has ended, `Child` wants it killed, or the process of `Child` is gone.
///
/// Called first of all in `main`, since it needs descriptors and signals as they were inherited.
void keep_program(int argc, char** argv);

}  // namespace gridcensus::host
