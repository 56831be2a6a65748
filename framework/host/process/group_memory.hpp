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
/// It is counted by a control group (cgroup v2) of the program's own if this user may make one with the memory
/// controller: in the control group of this process, or beside it. The kernel then keeps the limit. Otherwise it is the
/// sum of the resident memory of all processes, in which memory that several share counts several times.
class GroupMemory {
 public:
  /// Makes the control group if that is possible and there is a limit.
  ///
  /// @param limit  [bytes]; 0: none
  /// @param proc   where the files `cgroup` and `mountinfo` tell the control group of this process
  GroupMemory(std::uint64_t limit, const std::filesystem::path& proc);
  /// Removes the control group.
  ~GroupMemory();
  GroupMemory(const GroupMemory&) = delete;
  GroupMemory& operator=(const GroupMemory&) = delete;
  GroupMemory(GroupMemory&&) = delete;
  GroupMemory& operator=(GroupMemory&&) = delete;

  /// Returns the folder of the control group; empty if there is none.
  const std::filesystem::path& control_group() const { return control_group_; }
  /// From here on counts the descendants of a keeper, without itself.
  ///
  /// @param program      that it started
  /// @param is_in_group  whether they are in the control group; else it is given up
  void watch(pid_t keeper, pid_t program, bool is_in_group);
  /// Kills every process in the control group; does nothing if there is none.
  void kill_group() const;

  /// Looks, and returns whether they have, or had, more than the limit.
  bool is_exceeded();
  /// Looks, and returns what they have in memory [bytes].
  std::uint64_t now();
  /// Returns the most that they had in memory: at any time if the control group tells it, else when it was looked at.
  std::uint64_t peak();
  /// Returns "used more than 512 MiB of memory, summed over its 3 processes": for what `is_exceeded` found.
  std::string excess_text() const;
  /// Returns "by its control group" or "summed over its 3 processes": how the memory was last counted.
  std::string how_counted() const;
  /// Returns the processes that the last two looks found, to be killed if their keeper is gone.
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
  std::size_t processes_ = 0;  ///< that were last counted
};

}  // namespace gridcensus::host
