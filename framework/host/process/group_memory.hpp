#pragma once

#include "host/process/process_tree.hpp"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus::host {

/// The memory of a kept program with all its descendants: the sum of the resident memory of all processes, which counts
/// shared memory several times.
class GroupMemory {
 public:
  /// @param keeper   whose descendants are counted, without the keeper itself
  /// @param program  the process that the keeper started
  GroupMemory(pid_t keeper, pid_t program);

  /// Measures, and returns the memory that they use [bytes].
  std::uint64_t now();
  /// Measures, and returns how they exceed the limit: "used more than 512 MiB of memory, summed over its 3 processes".
  /// Returns nullopt if they do not, or if there is no limit.
  std::optional<std::string> excess(std::optional<std::uint64_t> limit);
  /// Returns the processes that the last two measurements found; the caller kills them if their keeper is gone.
  KnownProcesses known() const;

 private:
  pid_t keeper_;
  KnownProcesses now_;
  KnownProcesses before_;
};

}  // namespace gridcensus::host
