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
  // The copy shares its place with the descriptor, which may have been read before.
  if (open) ::rewinddir(open.get());
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const std::string name{&entry->d_name[0]};
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

/// Removes all in a folder, however deep, with two open descriptors: folders of its folders are moved up to it.
void empty(const Descriptor& top) {
  std::size_t moved = 0;
  const auto remove_at = [](const Descriptor& folder, const std::string& name) {
    return ::unlinkat(folder.number(), name.c_str(), 0) == 0 ||
           ::unlinkat(folder.number(), name.c_str(), AT_REMOVEDIR) == 0;
  };
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const std::string& name : names_in(top)) {
      if (remove_at(top, name)) continue;
      ::fchmodat(top.number(), name.c_str(), S_IRWXU, 0);
      const Descriptor folder = open_folder(top.number(), name);
      for (const std::string& inner : names_in(folder)) {
        if (remove_at(folder, inner)) continue;
        // It is moved only if it can be written to.
        ::fchmodat(folder.number(), inner.c_str(), S_IRWXU, 0);
        const std::string free = std::to_string(++moved) + ".moved";
        if (::renameat(folder.number(), inner.c_str(), top.number(), free.c_str()) == 0) goes_on = true;
      }
      if (remove_at(top, name)) goes_on = true;
    }
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

ScratchFolder::~ScratchFolder() {
  ::chmod(path_.c_str(), S_IRWXU);
  if (const Descriptor folder = open_folder(AT_FDCWD, path_.string()); folder.number() >= 0) empty(folder);
  ::rmdir(path_.c_str());
}

}  // namespace gridcensus::host
