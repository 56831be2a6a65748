#include "app/output_file.hpp"

#include "host/base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
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

/// A name beside the place that nobody has: processes in different containers may have the same number.
std::filesystem::path free_name(const std::filesystem::path& place) {
  std::random_device random;
  return place.string() + fmt::format(".part-{:08x}{:08x}", random(), random());
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
    // A file without a name, so that a killed program leaves nothing; where the file system has none, one with a name.
    const auto folder = place_.has_parent_path() ? place_.parent_path() : std::filesystem::path{"."};
    replaces_ = true;
    descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
      temporary_ = free_name(place_);
      descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  }
  if (descriptor_ < 0) fail("opened");
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(const std::string& content) {
  for (std::size_t written = 0; written < content.size();) {
    const auto step = ::write(descriptor_, content.data() + written, content.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) fail("written");
    written += static_cast<std::size_t>(step);
  }
}

void OutputFile::commit(const std::string& content) {
  write(content);
  if (!replaces_) return;
  if (fsync(descriptor_) != 0) fail("written");
  if (temporary_.empty()) {
    const std::string unnamed = "/proc/self/fd/" + std::to_string(descriptor_);
    auto name = free_name(place_);
    if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) fail("named");
    temporary_ = std::move(name);
  }
  if (close(std::exchange(descriptor_, -1)) != 0) fail("written");
  if (rename(temporary_.c_str(), place_.c_str()) != 0) fail("renamed");
}

void OutputFile::fail(const std::string& action) const {
  const std::string reason = std::generic_category().message(errno);
  if (!temporary_.empty() && descriptor_ < 0) unlink(temporary_.c_str());
  throw host::StorageError{place_.string() + " cannot be " + action + ": " + reason};
}

}  // namespace gridcensus::app
