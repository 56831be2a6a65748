#include "host/process/scratch_folder.hpp"

#include "host/process/descriptor.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX's
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace gridcensus::host {

namespace {

namespace fs = std::filesystem;

Descriptor open_folder(const fs::path& path) {
  return Descriptor{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
}

constexpr std::string_view prefix = "gridcensus-scratch-";

enum class Locked { yes, by_another_process, not_at_all };

/// Locks a new folder. Another process that removes left folders may be faster.
Locked lock(Descriptor& folder, const fs::path& path) {
  folder = open_folder(path);
  if (folder.number() < 0) return errno == ENOENT ? Locked::by_another_process : Locked::not_at_all;
  if (::flock(folder.number(), LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Locked::by_another_process : Locked::not_at_all;
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? Locked::yes : Locked::by_another_process;
}

/// Removes the scratch folders of this user that no process has locked: those of processes that were killed at once.
void remove_left_folders(const fs::path& above) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{above, ignored}) {
    const fs::path& path = entry.path();
    if (!path.filename().string().starts_with(prefix)) continue;
    const Descriptor folder = open_folder(path);
    struct stat status {};
    const bool is_own = folder.number() >= 0 && ::fstat(folder.number(), &status) == 0 && status.st_uid == ::geteuid();
    if (is_own && ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) remove_folder(path);
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const auto above = fs::temp_directory_path();
  static std::once_flag is_clean;
  std::call_once(is_clean, [&] { remove_left_folders(above); });
  do {
    std::string place = (above / prefix).string() + "XXXXXX";
    if (::mkdtemp(place.data()) == nullptr) {
      throw fs::filesystem_error{"no folder can be made", place, {errno, std::generic_category()}};
    }
    path_ = place;
  } while (lock(lock_, path_) == Locked::by_another_process);
  path_ = fs::canonical(path_);
}

ScratchFolder::~ScratchFolder() { remove_folder(path_); }

void remove_folder(const fs::path& path) {
  std::error_code ignored;
  const auto make_writable = [&](const fs::path& folder) {
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, ignored);
  };
  make_writable(path);
  // The iterator opens a folder after its permissions have been changed here.
  std::error_code unreadable;
  for (fs::recursive_directory_iterator place{path, unreadable}; place != fs::end(place); place.increment(unreadable)) {
    if (place->is_directory(ignored) && !place->is_symlink(ignored)) make_writable(place->path());
  }
  fs::remove_all(path, ignored);
}

}  // namespace gridcensus::host
