#pragma once

#include <filesystem>
#include <string>

namespace gridcensus::host {

/// A file that is written under one name and then takes another. Removed at the end unless it is kept. Locked, so that
/// two processes do not share it; one that a killed process has left is used again.
///
/// @throws StorageError  by every function: the file cannot be written.
class PendingFile {
 public:
  /// @param consequence  end of each message
  explicit PendingFile(std::filesystem::path file, std::string consequence = "");
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  PendingFile(PendingFile&&) = delete;
  PendingFile& operator=(PendingFile&&) = delete;

  const std::filesystem::path& file() const { return file_; }

  void write(const std::string& bytes) const;
  /// Replaces the file of this name, if there is one. The content is on disk by then.
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
