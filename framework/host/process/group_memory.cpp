#include "host/process/group_memory.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace gridcensus::host {

GroupMemory::GroupMemory(pid_t keeper, pid_t program) : keeper_{keeper}, now_{{program, start_of(program)}} {}

std::uint64_t GroupMemory::now() {
  const auto processes = descendants_of(keeper_);
  // If the keeper is gone, only the earlier measurements remain.
  if (processes.empty()) return 0;
  KnownProcesses found;
  std::uint64_t memory = 0;
  for (const pid_t process : processes) {
    memory += resident_memory(process);
    const auto known = now_.find(process);
    found.emplace(process, known != now_.end() ? known->second : start_of(process));
  }
  before_ = std::exchange(now_, std::move(found));
  return memory;
}

std::optional<std::string> GroupMemory::excess(std::optional<std::uint64_t> limit) {
  if (const std::uint64_t memory = now(); !limit || memory <= *limit) return std::nullopt;
  const std::string text = fmt::format("used more than {} of memory", bytes_text(*limit));
  return now_.size() == 1 ? text : fmt::format("{}, summed over its {} processes", text, now_.size());
}

KnownProcesses GroupMemory::known() const {
  KnownProcesses all = now_;
  all.insert(before_.begin(), before_.end());
  return all;
}

}  // namespace gridcensus::host
