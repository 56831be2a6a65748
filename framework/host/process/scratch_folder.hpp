#pragma once

#include <filesystem>
#include <string_view>

namespace gridcensus::host {

/// Removes a folder with all that is in it, however deep, and also if its owner may not write to it. Leaves what cannot
/// be removed.
void remove_folder(const std::filesystem::path& path);

/// A folder that only this user can read, below TMPDIR or /tmp. It is gone with this object, with all that is in it. If
/// this process may end before, `ChildStart::scratch` has it removed, too.
class ScratchFolder {
 public:
  /// @param name  begins its name, before six random characters
  /// @throws std::filesystem::filesystem_error  it cannot be made.
  explicit ScratchFolder(std::string_view name = "gridcensus");
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder(ScratchFolder&&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  /// Returns the folder, with no symbolic link in its path.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gridcensus::host
