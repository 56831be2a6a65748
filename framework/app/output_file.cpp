#include "app/output_file.hpp"

#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "host/base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::app {

namespace fs = std::filesystem;

namespace {

/// Checks that a mistyped name does not overwrite the results of another experiment.
void refuse_ledger(const fs::path& place) {
  if (!is_database(place)) return;
  throw host::BadInput{
      host::on_command_line("", place.string() + " is a ledger or another database; name another file")};
}

/// Returns an unused name next to `place`. Random, because processes in different containers may have the same number.
fs::path free_name(const fs::path& place) {
  std::random_device random;
  return place.string() + fmt::format(".part-{:08x}{:08x}", random(), random());
}

}  // namespace

bool names_stdout(const fs::path& place) {
  if (place == "-") return true;
  constexpr int max_links = 40;  // the limit of the system
  std::error_code error;
  const fs::path own = fs::canonical("/proc/self/fd", error);
  fs::path name = place;
  for (int link = 0; link < max_links && !error; ++link) {
    const fs::path folder = fs::canonical(name.has_parent_path() ? name.parent_path() : ".", error);
    if (error) return false;
    if (folder == own) return name.filename() == std::to_string(STDOUT_FILENO);
    name = folder / name.filename();
    if (!fs::is_symlink(name, error)) return false;
    name = folder / fs::read_symlink(name, error);
  }
  return false;
}

OutputFile::OutputFile(fs::path place) : place_{std::move(place)} {
  if (names_stdout(place_)) {
    kind_ = Kind::standard;
    return;
  }
  std::error_code ignored;
  // A link is not replaced, but its target.
  if (fs::is_symlink(place_, ignored)) place_ = fs::weakly_canonical(place_);
  refuse_ledger(place_);
  const auto status = fs::status(place_, ignored);
  if (fs::is_directory(status)) {
    errno = EISDIR;
    fail("opened");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    kind_ = Kind::direct;
    if (::access(place_.c_str(), W_OK) != 0) fail("opened");
    return;
  }
  open();
  close();
}

OutputFile::~OutputFile() { close(); }

void OutputFile::open() {
  if (kind_ == Kind::direct) {
    descriptor_ = ::open(place_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const auto folder = place_.has_parent_path() ? place_.parent_path() : fs::path{"."};
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
      temporary_ = free_name(place_);
      descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  }
  if (descriptor_ < 0) fail("opened");
}

/// Removes the temporary file, if it has not been renamed.
void OutputFile::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::write(const std::string& content) {
  if (kind_ == Kind::standard) return print(content);
  if (descriptor_ < 0) open();
  for (std::size_t written = 0; written < content.size();) {
    const auto step = ::write(descriptor_, content.data() + written, content.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) fail("written");
    written += static_cast<std::size_t>(step);
  }
}

void OutputFile::commit(const std::string& content) {
  write(content);
  if (kind_ == Kind::standard) return;
  if (kind_ == Kind::replaced) {
    if (::fsync(descriptor_) != 0) fail("written");
    if (temporary_.empty()) {
      const std::string unnamed = "/proc/self/fd/" + std::to_string(descriptor_);
      auto name = free_name(place_);
      if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) fail("named");
      temporary_ = std::move(name);
    }
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("written");
  if (kind_ == Kind::replaced && ::rename(temporary_.c_str(), place_.c_str()) != 0) fail("renamed");
  temporary_.clear();
}

void OutputFile::fail(const std::string& action) {
  const std::string reason = std::generic_category().message(errno);
  close();
  throw host::StorageError{place_.string() + " cannot be " + action + ": " + reason};
}

}  // namespace gridcensus::app
