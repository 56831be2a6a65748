#include "host/process/scratch_folder.hpp"

#include "host/process/descriptor.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
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

}  // namespace

ScratchFolder::ScratchFolder(std::string_view name) {
  std::string place = (std::filesystem::temp_directory_path() / name).string() + "-XXXXXX";
  if (::mkdtemp(place.data()) == nullptr) {
    throw std::filesystem::filesystem_error{"no folder can be made", place, {errno, std::generic_category()}};
  }
  path_ = std::filesystem::canonical(place);
}

ScratchFolder::~ScratchFolder() { remove_folder(path_); }

void remove_folder(const std::filesystem::path& path) {
  ::chmod(path.c_str(), S_IRWXU);
  if (Descriptor folder = open_folder(AT_FDCWD, path.string()); folder.number() >= 0) empty(std::move(folder));
  ::rmdir(path.c_str());
}

}  // namespace gridcensus::host
