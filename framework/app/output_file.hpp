#pragma once

#include <filesystem>
#include <string>

namespace gridcensus::app {

/// Checks whether a name means stdout: "-", /dev/stdout, or another path to descriptor 1. Once stdout is reserved,
/// opening such a name would lead to stderr.
bool names_stdout(const std::filesystem::path& place);

/// The output of a command: stdout, or a file that appears whole or not at all (written next to its place,
/// synchronised, then renamed).
///
/// The constructor checks at once that the place is writable, before hours of work; but no descriptor is open until the
/// first write, because a plugin might use it. A place that is not a regular file (a pipe, /dev/null) is written
/// directly.
class OutputFile {
 public:
  /// @throws StorageError  the place cannot be written.
  /// @throws BadInput      the file is a ledger.
  explicit OutputFile(std::filesystem::path place);
  /// Removes the temporary file unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  bool is_stdout() const { return kind_ == Kind::standard; }

  /// Writes a part of the content.
  ///
  /// @throws StorageError  it could not be written wholly; the place is as it was before.
  void write(const std::string& content);

  /// Writes the last part of the content, and puts the file in its place.
  ///
  /// @throws StorageError  it could not be written wholly; the place is as it was before.
  void commit(const std::string& content = {});

 private:
  enum class Kind { replaced, direct, standard };

  void open();
  void close();
  [[noreturn]] void fail(const std::string& action);

  std::filesystem::path place_;
  std::filesystem::path temporary_;  ///< the file to rename; empty while it has no name
  Kind kind_ = Kind::replaced;
  int descriptor_ = -1;
};

}  // namespace gridcensus::app
