#pragma once

#include "band_signatures/line_table.hpp"

#include <cstdint>
#include <string>

namespace gridcensus::band_classes {

using band_signatures::LineTable;

/// Keeps the lines of a table from one start of the program to the next.
///
///     "gridcensus lines 1\n"   24 bytes, filled up with zeros
///     width of a record        8 bytes
///     batches                  8 bytes: records; the records as they lie in memory; 8 bytes of checksum
///
/// Batches are only added. One that is damaged, or was not written whole, is cut off with all behind it: what is lost
/// is counted again. Another process cannot use the file at the same time.
class LineFile {
 public:
  /// Opens the file, or makes it, and puts its lines into the table.
  ///
  /// @throws std::runtime_error  it cannot be opened, is in use, or is no such file.
  LineFile(std::string path, LineTable& table);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  LineFile(LineFile&&) = delete;
  LineFile& operator=(LineFile&&) = delete;
  ~LineFile();

  /// How many lines there were when it was opened.
  std::uint64_t found() const { return found_; }

  /// Adds the lines that the table has more than the file. Nobody may add lines to the table meanwhile.
  ///
  /// @throws std::runtime_error  it cannot be written.
  void save();

 private:
  void read();
  void write(const void* bytes, std::uint64_t count);
  bool read_exactly(void* bytes, std::uint64_t count) const;

  std::string path_;
  LineTable& table_;
  int file_ = -1;
  std::uint64_t end_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t saved_ = 0;
};

}  // namespace gridcensus::band_classes
