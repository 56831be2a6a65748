#include "host/process/group_memory.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

namespace fs = std::filesystem;

bool write(const fs::path& file, const std::string& text) {
  std::ofstream out{file};
  out << text << std::flush;
  return out.good();
}

bool has_word(const fs::path& file, const std::string& wanted) {
  std::ifstream in{file};
  for (std::string word; in >> word;) {
    if (word == wanted) return true;
  }
  return false;
}

/// Returns the number after a name in a file, or the first number if the name is empty; 0 if it is missing.
std::uint64_t number_in(const fs::path& file, const std::string& name = {}) {
  std::ifstream in{file};
  std::string word;
  while (!name.empty() && word != name && in >> word) continue;
  std::uint64_t number = 0;
  in >> number;
  return number;
}

/// Returns the path of this process in the hierarchy of cgroup v2, as its namespace shows it; empty if there is none.
std::string path_in_hierarchy(const fs::path& proc) {
  constexpr std::string_view begin = "0::";
  std::ifstream in{proc / "cgroup"};
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(begin)) return line.substr(begin.size());
  }
  return {};
}

/// A folder that shows the hierarchy of cgroup v2 or a part of it.
struct Mount {
  std::string root;  ///< in the hierarchy
  fs::path point;
};

/// @source  proc(5): the fields of /proc/PID/mountinfo
std::vector<Mount> mounts_of(const fs::path& proc) {
  std::vector<Mount> mounts;
  std::ifstream in{proc / "mountinfo"};
  for (std::string line; std::getline(in, line);) {
    const auto separator = line.find(" - cgroup2 ");
    if (separator == std::string::npos) continue;
    std::istringstream words{line};
    std::string skipped;
    Mount mount;
    words >> skipped >> skipped >> skipped >> mount.root >> mount.point;
    if (words) mounts.push_back(std::move(mount));
  }
  return mounts;
}

/// Returns the folders in which a control group could be made: that of this process, and its parent.
std::vector<fs::path> possible_parents(const fs::path& proc) {
  const std::string path = path_in_hierarchy(proc);
  if (path.empty()) return {};
  for (const auto& [root, point] : mounts_of(proc)) {
    const fs::path below = fs::path{path}.lexically_relative(root);
    if (below.empty() || *below.begin() == "..") continue;
    if (below == ".") return {point};
    const fs::path own = point / below;
    return {own, own.parent_path()};
  }
  return {};
}

}  // namespace

GroupMemory::GroupMemory(std::uint64_t limit, const fs::path& proc) : limit_{limit} {
  if (limit == 0) return;
  const auto parents = possible_parents(proc);
  std::ranges::find_if(parents, [this](const fs::path& parent) { return make_control_group(parent); });
}

GroupMemory::~GroupMemory() { remove_control_group(); }

bool GroupMemory::make_control_group(const fs::path& parent) {
  static std::atomic<unsigned> number = 0;
  // Its groups have the files of this controller only if it is enabled here.
  if (!has_word(parent / "cgroup.subtree_control", "memory")) return false;
  control_group_ = parent / fmt::format("gridcensus-{}-{}", ::getpid(), ++number);
  constexpr mode_t mode = 0755;
  if (::mkdir(control_group_.c_str(), mode) == 0 && write(control_group_ / "memory.max", std::to_string(limit_))) {
    // Not every kernel has these.
    write(control_group_ / "memory.swap.max", "0");
    write(control_group_ / "memory.oom.group", "1");
    return true;
  }
  remove_control_group();
  return false;
}

void GroupMemory::remove_control_group() {
  if (!control_group_.empty()) ::rmdir(control_group_.c_str());
  control_group_.clear();
}

void GroupMemory::watch(pid_t keeper, pid_t program, bool is_in_group) {
  keeper_ = keeper;
  if (!is_in_group) remove_control_group();
  now_ = {{program, start_of(program)}};
}

void GroupMemory::kill_group() const {
  if (!control_group_.empty()) write(control_group_ / "cgroup.kill", "1");
}

bool GroupMemory::is_exceeded() {
  if (limit_ == 0) return false;
  if (!control_group_.empty()) return number_in(control_group_ / "memory.events", "oom_kill") > 0;
  return now() > limit_ || peak_ > limit_;
}

std::uint64_t GroupMemory::now() {
  const std::uint64_t memory = control_group_.empty() ? sum() : number_in(control_group_ / "memory.current");
  peak_ = std::max(peak_, memory);
  return memory;
}

std::uint64_t GroupMemory::sum() {
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
  processes_ = found.size();
  before_ = std::exchange(now_, std::move(found));
  return memory;
}

std::uint64_t GroupMemory::peak() {
  if (!control_group_.empty()) peak_ = std::max(peak_, number_in(control_group_ / "memory.peak"));
  return peak_;
}

std::string GroupMemory::how_counted() const {
  if (!control_group_.empty()) return "by its control group";
  return processes_ == 1 ? "of its process" : fmt::format("summed over its {} processes", processes_);
}

std::string GroupMemory::excess_text() const {
  const std::string text = fmt::format("used more than {} of memory", bytes_text(limit_));
  if (!control_group_.empty()) return text + ", counted by its control group";
  return processes_ == 1 ? text : text + ", " + how_counted();
}

KnownProcesses GroupMemory::known() const {
  KnownProcesses all = now_;
  all.insert(before_.begin(), before_.end());
  return all;
}

}  // namespace gridcensus::host
