#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// How a child process is started.
struct ChildStart {
  std::filesystem::path program = "/proc/self/exe";
  std::vector<std::string> arguments;  ///< what follows the program's name
  /// Of this process: the child gets them as 3, 4, ... in this order, and no others. Its stdin is empty.
  std::vector<int> descriptors = {};
  /// Whether its stdout and stderr are this process's stderr; else what it writes there is lost.
  bool shares_stderr = false;
};

/// A child process, started with the signals as a shell leaves them, and in a process group of its own, so that what it
/// started itself is killed with it.
class Child {
 public:
  /// @throws std::system_error  no process could be started.
  explicit Child(const ChildStart& start);
  /// Runs a function in a copy of this process, which ends with the exit code that it returns. The copy has one thread,
  /// with stdin empty, and what it writes to stdout and stderr is lost. It takes a fraction of the time of a new
  /// program.
  ///
  /// @param work         called in the copy only; ends the copy with 1 if it throws
  /// @param descriptors  as in `ChildStart`
  /// @throws std::system_error  no process could be started.
  Child(const std::function<int()>& work, std::vector<int> descriptors);
  /// Kills it if it is still running.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&&) = delete;
  Child& operator=(Child&&) = delete;

  pid_t id() const { return id_; }
  /// Looks whether it has ended.
  bool is_running();
  /// Ends it at once, with its group, if it is still running.
  void kill();
  /// How it ended, once it has: as waitpid tells it.
  int status() const { return status_; }

 private:
  void reap(int flags);

  pid_t id_ = -1;
  int status_ = 0;
  bool has_ended_ = false;
};

/// "SIGSEGV", "exit code 1": how a process ended that has this status.
std::string how_ended(int status);

/// For a child to call first: it leaves no core file. What it crashes with is its parent's to tell.
void leave_no_core_file();

}  // namespace gridcensus::host
