#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Processes with their start times [ticks since boot], which distinguish them from a later process with the same id.
using KnownProcesses = std::map<pid_t, std::uint64_t>;

/// Returns a file of /proc, read with few calls; empty if it does not exist.
std::string text_of_proc(const std::string& file);

/// Returns the resident memory of a process [bytes]; 0 if it cannot be determined.
std::uint64_t resident_memory(pid_t process);

/// Returns the memory of this machine [bytes].
std::uint64_t memory_of_machine();

/// Returns all descendants of a process, parents before their children. A process whose parent has ended is found only
/// if an ancestor is a child subreaper. Processes that start or end during the search may be missing.
std::vector<pid_t> descendants_of(pid_t process);

/// Returns the start time of a process; 0 if there is no such process.
std::uint64_t start_of(pid_t process);

/// Kills these processes, their descendants, and all members of process groups and sessions that they led, until none
/// is left or a second has passed.
void kill_known(const KnownProcesses& processes);

}  // namespace gridcensus::host
