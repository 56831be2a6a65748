#include "host/process/scratch_folder.hpp"

#include "host/process/descriptor.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX's
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

Descriptor open_folder(int above, const std::string& name) {
  return Descriptor{::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
}

std::vector<std::string> names_in(const Descriptor& folder) {
  std::vector<std::string> names;
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> open{::fdopendir(::fcntl(folder.number(), F_DUPFD_CLOEXEC, 0)), close};
  // The copy shares its read position with the descriptor, which may have been read before.
  if (open) ::rewinddir(open.get());
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const std::string name{&entry->d_name[0]};
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

bool remove_at(const Descriptor& folder, const std::string& name) {
  return ::unlinkat(folder.number(), name.c_str(), 0) == 0 ||
         ::unlinkat(folder.number(), name.c_str(), AT_REMOVEDIR) == 0;
}

/// Removes the content of a folder, however deep. Only one folder is open at a time, and no path grows with the depth.
void empty(Descriptor folder) {
  // The remaining names in each folder on the path to the open one. The last name in each is that of the next folder.
  std::vector<std::vector<std::string>> left{names_in(folder)};
  while (true) {
    if (left.back().empty()) {
      left.pop_back();
      if (left.empty()) return;
      folder = open_folder(folder.number(), "..");
      remove_at(folder, left.back().back());
      left.back().pop_back();
      continue;
    }
    const std::string& name = left.back().back();
    if (!remove_at(folder, name)) {
      ::fchmodat(folder.number(), name.c_str(), S_IRWXU, 0);
      if (Descriptor inner = open_folder(folder.number(), name); inner.number() >= 0) {
        folder = std::move(inner);
        left.push_back(names_in(folder));
        continue;
      }
    }
    left.back().pop_back();
  }
}

constexpr std::string_view prefix = "gridcensus-scratch-";

enum class Locked { yes, by_another_process, not_at_all };

/// Locks a new folder. Another process that removes left folders may be faster.
Locked lock(Descriptor& folder, const std::filesystem::path& path) {
  folder = open_folder(AT_FDCWD, path.string());
  if (folder.number() < 0) return errno == ENOENT ? Locked::by_another_process : Locked::not_at_all;
  if (::flock(folder.number(), LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Locked::by_another_process : Locked::not_at_all;
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? Locked::yes : Locked::by_another_process;
}

/// Removes the scratch folders of this user that no process has locked: those of processes that were killed at once.
void remove_left_folders(const std::filesystem::path& above) {
  for (const std::string& name : names_in(open_folder(AT_FDCWD, above.string()))) {
    if (!name.starts_with(prefix)) continue;
    const std::filesystem::path path = above / name;
    const Descriptor folder = open_folder(AT_FDCWD, path.string());
    struct stat status {};
    const bool is_own = folder.number() >= 0 && ::fstat(folder.number(), &status) == 0 && status.st_uid == ::geteuid();
    if (is_own && ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) remove_folder(path);
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const auto above = std::filesystem::temp_directory_path();
  static std::once_flag is_clean;
  std::call_once(is_clean, [&] { remove_left_folders(above); });
  do {
    std::string place = (above / prefix).string() + "XXXXXX";
    if (::mkdtemp(place.data()) == nullptr) {
      throw std::filesystem::filesystem_error{"no folder can be made", place, {errno, std::generic_category()}};
    }
    path_ = place;
  } while (lock(lock_, path_) == Locked::by_another_process);
  path_ = std::filesystem::canonical(path_);
}

ScratchFolder::~ScratchFolder() { remove_folder(path_); }

void remove_folder(const std::filesystem::path& path) {
  ::chmod(path.c_str(), S_IRWXU);
  if (Descriptor folder = open_folder(AT_FDCWD, path.string()); folder.number() >= 0) empty(std::move(folder));
  ::rmdir(path.c_str());
}

}  // namespace gridcensus::host
