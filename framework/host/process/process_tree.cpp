#include "host/process/process_tree.hpp"

#include "host/process/descriptor.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// Fields of /proc/PID/stat.
struct Stat {
  char state = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  std::uint64_t start = 0;
};

/// Returns the entries of a folder that are numbers.
std::vector<pid_t> numbers_in(const std::string& folder) {
  std::vector<pid_t> numbers;
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> open{::opendir(folder.c_str()), close};
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const auto number = static_cast<pid_t>(std::strtol(&entry->d_name[0], nullptr, 10));
    if (number > 0) numbers.push_back(number);
  }
  return numbers;
}

std::optional<Stat> stat_of(pid_t process) {
  const std::string text = text_of_proc("/proc/" + std::to_string(process) + "/stat");
  // The name, in parentheses, may contain blanks and parentheses.
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream words{text.substr(name_end + 1)};
  Stat stat;
  words >> stat.state >> stat.parent >> stat.group >> stat.session;
  constexpr int between = 15;  // tty_nr ... itrealvalue, proc(5)
  std::string skipped;
  for (int i = 0; i < between; ++i) words >> skipped;
  words >> stat.start;
  if (!words) return std::nullopt;
  return stat;
}

bool is_alive(const std::optional<Stat>& stat) { return stat && stat->state != 'Z' && stat->state != 'X'; }

/// Adds the children of a process to a list, from the files that the kernel may have for each of its threads.
void add_children(pid_t process, std::vector<pid_t>& list) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  for (const pid_t thread : numbers_in(tasks)) {
    const std::string children = text_of_proc(tasks + "/" + std::to_string(thread) + "/children");
    const char* place = children.c_str();
    char* end = nullptr;
    for (pid_t child = 0; (child = static_cast<pid_t>(std::strtol(place, &end, 10))) > 0; place = end) {
      list.push_back(child);
    }
  }
}

std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  for (const pid_t process : numbers_in("/proc")) {
    if (const auto stat = stat_of(process)) children.emplace(stat->parent, process);
  }
  return children;
}

/// Returns those of these processes that are alive, with their descendants and all members of groups and sessions that
/// they led.
std::set<pid_t> living(const KnownProcesses& processes) {
  std::set<pid_t> found;
  std::set<pid_t> leaders;
  const auto add = [&](pid_t process) {
    found.insert(process);
    for (const pid_t descendant : descendants_of(process)) {
      if (is_alive(stat_of(descendant))) found.insert(descendant);
    }
  };
  for (const auto& [process, start] : processes) {
    const auto stat = stat_of(process);
    const bool is_same = stat && stat->start == start;
    // Its id remains the id of its group as long as the group has a member.
    if (is_same || !stat) leaders.insert(process);
    if (is_same && is_alive(stat)) add(process);
  }
  for (const pid_t process : numbers_in("/proc")) {
    const auto stat = stat_of(process);
    if (is_alive(stat) && (leaders.contains(stat->group) || leaders.contains(stat->session))) add(process);
  }
  return found;
}

}  // namespace

std::string text_of_proc(const std::string& file) {
  std::string text;
  const Descriptor open{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  while (open.number() >= 0 && read_more(open.number(), text) > 0) continue;
  return text;
}

std::vector<pid_t> descendants_of(pid_t process) {
  static const bool has_lists = ::access("/proc/thread-self/children", R_OK) == 0;
  std::multimap<pid_t, pid_t> children;
  if (!has_lists) children = children_of_all();
  std::vector<pid_t> found{process};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (has_lists) {
      add_children(found[i], found);
    } else {
      const auto [first, last] = children.equal_range(found[i]);
      std::for_each(first, last, [&](const auto& child) { found.push_back(child.second); });
    }
  }
  found.erase(found.begin());
  return found;
}

std::uint64_t start_of(pid_t process) {
  const auto stat = stat_of(process);
  return stat ? stat->start : 0;
}

void kill_known(const KnownProcesses& processes) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{1};
  while (std::chrono::steady_clock::now() < until) {
    const auto left = living(processes);
    if (left.empty()) return;
    for (const pid_t process : left) ::kill(process, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
}

std::uint64_t resident_memory(pid_t process) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::string sizes = text_of_proc("/proc/" + std::to_string(process) + "/statm");
  const auto resident = sizes.find(' ');  // after the size of all mapped memory
  return resident == std::string::npos ? 0 : std::strtoull(sizes.c_str() + resident, nullptr, 10) * page;
}

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gridcensus::host
