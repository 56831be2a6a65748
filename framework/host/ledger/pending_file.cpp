#include "host/ledger/pending_file.hpp"

#include "host/base/errors.hpp"

#include <sys/file.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

PendingFile::PendingFile(std::filesystem::path file, std::string consequence)
    : file_{std::move(file)},
      consequence_{std::move(consequence)},
      descriptor_{::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)} {
  if (descriptor_ < 0) fail("created");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw StorageError{printable(file_.string()) + " is being written by another process; wait until it ends"};
  }
  if (::ftruncate(descriptor_, 0) != 0) fail("emptied");
}

PendingFile::~PendingFile() {
  if (!is_kept_) ::unlink(file_.c_str());
  ::close(descriptor_);
}

void PendingFile::write(const std::string& bytes) const {
  for (std::size_t written = 0; written < bytes.size();) {
    const auto step = ::write(descriptor_, bytes.data() + written, bytes.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) fail("written");
    written += static_cast<std::size_t>(step);
  }
}

void PendingFile::rename_to(const std::filesystem::path& name) {
  if (::fsync(descriptor_) != 0) fail("written");
  if (::rename(file_.c_str(), name.c_str()) != 0) fail("renamed");
  file_ = name;
  const auto folder = name.has_parent_path() ? name.parent_path() : std::filesystem::path{"."};
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

void PendingFile::fail(const std::string& action) const {
  throw StorageError{printable(file_.string()) + " cannot be " + action + ": " +
                     std::generic_category().message(errno) + consequence_};
}

}  // namespace gridcensus::host
