#pragma once

#include "host/process/descriptor.hpp"

#include <filesystem>

namespace gridcensus::host {

/// Removes a folder with its content, even if its owner may not write to it. Leaves what cannot be removed.
void remove_folder(const std::filesystem::path& path);

/// A folder below TMPDIR or /tmp that only this user can read. The destructor removes it with its content.
/// `ChildOptions::scratch` has it removed even if this process ends first. If all processes were killed at once, the
/// next one that makes such a folder removes it.
class ScratchFolder {
 public:
  /// @throws std::filesystem::filesystem_error  it cannot be created.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder(ScratchFolder&&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  /// Returns the folder, with no symbolic link in its path.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  ///< of the folder; without this lock it is one that a killed process left
};

}  // namespace gridcensus::host
