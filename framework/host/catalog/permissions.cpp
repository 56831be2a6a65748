#include "host/catalog/permissions.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <set>
#include <system_error>
#include <unistd.h>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

struct Trust {
  std::set<uid_t> users;
  std::set<gid_t> groups;
};

Trust trust_of_this_process() {
  Trust trust{{0, ::geteuid()}, {0, ::getegid()}};
  struct stat program {};
  if (::stat("/proc/self/exe", &program) == 0) {
    trust.users.insert(program.st_uid);
    if ((program.st_mode & S_IWGRP) != 0) trust.groups.insert(program.st_gid);
  }
  return trust;
}

std::string mode_text(mode_t mode) {
  std::string text = "0000";
  for (std::size_t i = 0; i < text.size(); ++i) {
    text[text.size() - 1 - i] = static_cast<char>('0' + (mode >> (3 * i) & 7U));
  }
  return text;
}

std::optional<std::string> why_insecure(const Path& path, const Trust& trust) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    return "its permissions cannot be read: " + path.string() + ": " + std::generic_category().message(errno);
  }
  const std::string subject = (S_ISDIR(status.st_mode) ? "its folder " + path.string() : "the file") + " ";
  if ((status.st_mode & S_IWOTH) != 0)
    return subject + "can be written by everybody (mode " + mode_text(status.st_mode) + ")";
  if (!trust.users.contains(status.st_uid)) {
    return subject + "belongs to user " + std::to_string(status.st_uid) +
           ", who is neither root nor the caller (user " + std::to_string(::geteuid()) + ")";
  }
  if ((status.st_mode & S_IWGRP) != 0 && !trust.groups.contains(status.st_gid)) {
    return subject + "can be written by group " + std::to_string(status.st_gid) +
           ", which is not the caller's own (mode " + mode_text(status.st_mode) + ")";
  }
  return std::nullopt;
}

bool lets_everybody_rename(const Path& folder) {
  struct stat status {};
  return ::lstat(folder.c_str(), &status) == 0 && (status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0;
}

}  // namespace

std::optional<std::string> why_insecure(const Path& file) {
  const Trust trust = trust_of_this_process();
  const Path folder = file.parent_path();
  auto reason = why_insecure(file, trust);
  if (!reason) reason = why_insecure(folder, trust);
  for (Path above = folder.parent_path(); !reason; above = above.parent_path()) {
    if (lets_everybody_rename(above)) reason = "the folder " + above.string() + " above it can be written by everybody";
    if (above == above.parent_path()) break;
  }
  return reason;
}

}  // namespace gridcensus::host
