#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Processes with the time when each started [ticks since boot], by which another that got the same number is told.
using KnownProcesses = std::map<pid_t, std::uint64_t>;

/// Returns a file of /proc, read with few calls; empty if it is not there.
std::string text_of_proc(const std::string& file);

/// Returns what a process has in memory [bytes]; 0 if that cannot be told.
std::uint64_t resident_memory(pid_t process);

/// Returns the memory of this machine [bytes].
std::uint64_t memory_of_machine();

/// Returns all descendants of a process, parents before their children. One whose parent has ended is found if a
/// process above it is a child subreaper. Processes that start or end meanwhile may be missing.
std::vector<pid_t> descendants_of(pid_t process);

/// Returns when a process started; 0 if there is none.
std::uint64_t start_of(pid_t process);

/// Kills these processes, their descendants, and all in process groups and sessions that they led, until none of them
/// is left, or a second is over.
void kill_known(const KnownProcesses& processes);

}  // namespace gridcensus::host
