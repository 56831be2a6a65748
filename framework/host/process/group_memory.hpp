#pragma once

#include "host/process/process_tree.hpp"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace gridcensus::host {

/// The memory of a kept program with all its descendants.
///
/// A control group (cgroup v2) of the program's own counts it if this user may make one with the memory controller, in
/// the control group of this process or beside it. The kernel then enforces the limit. Otherwise it is the sum of the
/// resident memory of all processes, which counts shared memory several times.
class GroupMemory {
 public:
  /// Makes the control group if there is a limit and the user may make one.
  ///
  /// @param limit  [bytes]; 0: none
  /// @param proc   the folder whose files `cgroup` and `mountinfo` name the control group of this process
  GroupMemory(std::uint64_t limit, const std::filesystem::path& proc);
  /// Removes the control group.
  ~GroupMemory();
  GroupMemory(const GroupMemory&) = delete;
  GroupMemory& operator=(const GroupMemory&) = delete;
  GroupMemory(GroupMemory&&) = delete;
  GroupMemory& operator=(GroupMemory&&) = delete;

  /// Returns the folder of the control group; empty if there is none.
  const std::filesystem::path& control_group() const { return control_group_; }
  /// Starts counting the descendants of a keeper, without the keeper itself.
  ///
  /// @param program      the process that the keeper started
  /// @param is_in_group  true if the descendants are in the control group; otherwise the group is given up
  void watch(pid_t keeper, pid_t program, bool is_in_group);
  /// Kills every process in the control group; does nothing if there is none.
  void kill_group() const;

  /// Measures, and returns true if they use or used more than the limit.
  bool is_exceeded();
  /// Measures, and returns the memory that they use [bytes].
  std::uint64_t now();
  /// Returns their peak memory: over all time if the control group reports it, otherwise over the measurements.
  std::uint64_t peak();
  /// Returns the message after `is_exceeded` returned true: "used more than 512 MiB of memory, summed over its 3
  /// processes".
  std::string excess_text() const;
  /// Returns how the memory was last counted: "by its control group" or "summed over its 3 processes".
  std::string how_counted() const;
  /// Returns the processes that the last two measurements found; the caller kills them if their keeper is gone.
  KnownProcesses known() const;

 private:
  bool make_control_group(const std::filesystem::path& parent);
  void remove_control_group();
  std::uint64_t sum();

  std::uint64_t limit_;
  std::uint64_t peak_ = 0;
  pid_t keeper_ = -1;
  std::filesystem::path control_group_;
  KnownProcesses now_;
  KnownProcesses before_;
  std::size_t processes_ = 0;  ///< at the last measurement
};

}  // namespace gridcensus::host
