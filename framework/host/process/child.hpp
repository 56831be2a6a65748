#pragma once

#include "host/process/descriptor.hpp"
#include "host/process/group_memory.hpp"
#include "host/process/keeper.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Options for starting a child process.
struct ChildOptions {
  std::filesystem::path program = "/proc/self/exe";
  std::vector<std::string> arguments = {};  ///< after the program's name
  /// Descriptors of this process: the child gets them as 3, 4, ... in this order, and no others.
  std::vector<int> descriptors = {};
  /// If true, its stdout and stderr are this process's stderr.
  bool shares_stderr = false;
  /// "NAME=value"; nullopt: the environment of this process.
  std::optional<std::vector<std::string>> environment = {};
  std::filesystem::path directory = {};  ///< the working directory; empty: that of this process
  int input = -1;                        ///< descriptor of this process for its stdin; -1: its stdin is empty
  int output = -1;                       ///< the same for its stdout; -1: its output is discarded
  int errors = -1;                       ///< the same for its stderr
  /// If true, starts the program under a keeper (host/process/keeper.hpp): all its descendants end when it ends, when
  /// it is killed, and when this process ends, including those in sessions and process groups of their own. It leaves
  /// no core file.
  bool is_kept = false;
  /// A folder that the keeper removes if this process ends before the program does; empty: none.
  std::filesystem::path scratch = {};
};

/// The limits of a process, for those who wait for its answer.
struct ProcessLimits {
  std::optional<double> seconds = {};                 ///< for one answer
  std::optional<std::uint64_t> memory_bytes = {};     ///< with all its descendants, if it is kept
  std::size_t output_bytes = std::size_t{64} << 20U;  ///< on stdout, if it is asked once
};

/// A child process in its own process group, started with the signal settings that a shell leaves. The rest of its
/// group is killed with it; with a kept program, all its descendants are.
class Child {
 public:
  /// @throws std::system_error  the program could not be started, or (if it is kept) not be executed.
  explicit Child(const ChildOptions& start);
  /// Runs a function in a copy of this process, which ends with the exit code that the function returns. The copy has
  /// one thread and an empty stdin; its output to stdout and stderr is discarded. It starts in a fraction of the time
  /// of a new program.
  ///
  /// @param work         called in the copy only; ends the copy with 1 if it throws
  /// @param descriptors  as in `ChildOptions`
  /// @throws std::system_error  no process could be started.
  Child(const std::function<int()>& work, std::vector<int> descriptors);
  /// Kills it if it is still running.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&&) = delete;
  Child& operator=(Child&&) = delete;

  /// Returns the id of the started process: the keeper, if the program is kept.
  pid_t id() const { return id_; }
  /// Checks whether it is still running. A kept program has ended once none of its descendants is left either.
  bool is_running();
  /// Kills it at once if it is still running, with its group; a kept program, with all its descendants.
  void kill();
  /// Returns how it ended, as waitpid reports it. If a kept program ended by itself and was then killed with its
  /// descendants, this is the status with which it ended.
  int status() const { return status_; }
  /// Returns true if another process ended its keeper, so how the program ended is unknown.
  bool is_lost() const { return is_lost_; }
  /// Returns a descriptor for `poll` that is readable once a kept program has ended; -1 if the program is not kept.
  int end_descriptor() const { return keeper_socket_.number(); }
  /// Returns the memory of a kept program with all its descendants; nullptr if the program is not kept.
  GroupMemory* memory() { return memory_.get(); }

 private:
  void start_kept(const ChildOptions& start);
  void reap(int flags);
  void kill_kept();
  void reap_kept(std::chrono::milliseconds max_wait);
  std::optional<KeeperReport> next_report();
  bool has_report(std::chrono::milliseconds max_wait) const;
  void conclude(const std::optional<KeeperReport>& report);

  pid_t id_ = -1;
  int status_ = 0;
  bool has_ended_ = false;
  bool is_lost_ = false;
  Descriptor keeper_socket_;
  std::unique_ptr<GroupMemory> memory_;
};

/// Describes the end of a process with this status: "SIGSEGV", "exit code 1".
std::string describe_exit(int status);
/// Describes the end of a child: "ended with SIGSEGV", "lost its keeper process, which ended with SIGKILL".
std::string describe_exit(const Child& child);

/// Prevents a core file; a child calls it first. Its parent reports the crash instead.
void leave_no_core_file();

}  // namespace gridcensus::host
