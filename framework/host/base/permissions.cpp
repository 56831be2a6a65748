#include "host/base/permissions.hpp"

#include <fmt/format.h>
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
  // The owner of / has all rights. In a user namespace without root it has another id.
  struct stat root {};
  if (::stat("/", &root) == 0) trust.users.insert(root.st_uid);
  return trust;
}

std::string mode_text(mode_t mode) { return fmt::format("{:04o}", mode & 07777U); }

/// @param subject   "the folder /a above it"
/// @param is_above  true for a folder above that of the file
std::optional<std::string> why_insecure(const Path& path, const std::string& subject, bool is_above,
                                        const Trust& trust) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    return "its permissions cannot be read: " + path.string() + ": " + std::generic_category().message(errno);
  }
  // In a folder with the sticky bit (/tmp) all users may create entries, but only the owner of an entry may replace it.
  // That suffices above the folder of the plugin, where no untrusted entry may appear at all.
  const bool keeps_entries = is_above && (status.st_mode & S_ISVTX) != 0;
  if ((status.st_mode & S_IWOTH) != 0 && !keeps_entries)
    return subject + " can be written by everybody (mode " + mode_text(status.st_mode) + ")";
  if (!trust.users.contains(status.st_uid)) {
    return subject + " belongs to user " + std::to_string(status.st_uid) +
           ", who is neither root nor the caller (user " + std::to_string(::geteuid()) + ")";
  }
  if ((status.st_mode & S_IWGRP) != 0 && !keeps_entries && !trust.groups.contains(status.st_gid)) {
    return subject + " can be written by group " + std::to_string(status.st_gid) +
           ", which is not the caller's own (mode " + mode_text(status.st_mode) + ")";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_insecure(const Path& file) {
  const Trust trust = trust_of_this_process();
  const Path folder = file.parent_path();
  auto reason = why_insecure(file, "the file", false, trust);
  if (!reason) reason = why_insecure(folder, "its folder " + folder.string(), false, trust);
  for (Path above = folder.parent_path(); !reason; above = above.parent_path()) {
    reason = why_insecure(above, "the folder " + above.string() + " above it", true, trust);
    if (above == above.parent_path()) break;
  }
  return reason;
}

}  // namespace gridcensus::host
