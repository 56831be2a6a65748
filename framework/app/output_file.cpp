#include "app/output_file.hpp"

#include "host/base/errors.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::app {

namespace {

/// Another experiment's results may be a mistyped name away.
void refuse_ledger(const std::filesystem::path& place) {
  constexpr std::string_view magic = "SQLite format 3";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(place, ignored)) return;
  std::string begin(magic.size(), '\0');
  std::ifstream{place, std::ios::binary}.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin == magic) {
    throw host::BadInput{
        host::on_command_line("", place.string() + " is a ledger or another database; name another file")};
  }
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path place) : place_{std::move(place)} {
  std::error_code ignored;
  // A link keeps pointing where it points: its target is what is replaced.
  if (std::filesystem::is_symlink(place_, ignored)) place_ = std::filesystem::weakly_canonical(place_);
  refuse_ledger(place_);
  const auto status = std::filesystem::status(place_, ignored);
  if (std::filesystem::is_directory(status)) {
    errno = EISDIR;
    fail("opened");
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    descriptor_ = open(place_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    is_beside_ = true;
    const auto folder = place_.has_parent_path() ? place_.parent_path() : std::filesystem::path{"."};
    // Without a name until it is whole: a process that is killed leaves nothing behind.
    descriptor_ = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    // Not every file system can do that.
    if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) open_under_a_name();
  }
  if (descriptor_ < 0) fail("opened");
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::open_under_a_name() {
  std::string name = place_.string() + ".part-XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) return;
  temporary_ = name;
  // mkostemp gives the file to its owner alone.
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor_, 0666U & ~mask);
}

/// Gives the file its first name. One that is free is not far.
void OutputFile::link_under_a_name() {
  std::random_device random;
  const std::string source = "/proc/self/fd/" + std::to_string(descriptor_);
  do {
    const std::string name = place_.string() + ".part-" + std::to_string(random());
    if (linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) temporary_ = name;
  } while (temporary_.empty() && errno == EEXIST);
  if (temporary_.empty()) fail("written");
}

void OutputFile::commit(const std::string& content) {
  for (std::size_t written = 0; written < content.size();) {
    const auto step = write(descriptor_, content.data() + written, content.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) fail("written");
    written += static_cast<std::size_t>(step);
  }
  if (!is_beside_) return;
  if (fsync(descriptor_) != 0) fail("written");
  if (temporary_.empty()) link_under_a_name();
  if (close(std::exchange(descriptor_, -1)) != 0) fail("written");
  if (rename(temporary_.c_str(), place_.c_str()) != 0) fail("renamed");
  temporary_.clear();
}

void OutputFile::fail(const std::string& action) const {
  const std::string reason = std::generic_category().message(errno);
  throw host::StorageError{place_.string() + " cannot be " + action + ": " + reason};
}

}  // namespace gridcensus::app
