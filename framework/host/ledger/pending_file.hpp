#pragma once

#include <filesystem>
#include <string>

namespace gridcensus::host {

/// A file that is written under a temporary name and then renamed. The destructor removes it unless `keep` was called.
/// It is locked, so two processes do not share it. Reuses a file left by a killed process.
///
/// @throws StorageError  by every function: the file cannot be written.
class PendingFile {
 public:
  /// @param consequence  the end of each message
  explicit PendingFile(std::filesystem::path file, std::string consequence = "");
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  PendingFile(PendingFile&&) = delete;
  PendingFile& operator=(PendingFile&&) = delete;

  const std::filesystem::path& file() const { return file_; }

  void write(const std::string& bytes) const;
  /// Renames the file, and replaces one of that name. Syncs the content to disk first.
  void rename_to(const std::filesystem::path& name);
  void keep() { is_kept_ = true; }

 private:
  [[noreturn]] void fail(const std::string& action) const;

  std::filesystem::path file_;
  std::string consequence_;
  int descriptor_ = -1;
  bool is_kept_ = false;
};

}  // namespace gridcensus::host
