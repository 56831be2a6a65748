#pragma once

#include "band_signatures/closing_count_table.hpp"

#include <cstdint>
#include <string>

namespace gridcensus::band_classes {

using band_signatures::ClosingCountTable;

/// Keeps the closing counts of a table between runs of the program.
///
///     "gridcensus lines 1\n"   24 bytes, padded with zeros
///     width of a record        8 bytes
///     batches                  8 bytes: records; the records as in memory; 8 bytes of checksum
///
/// Batches are only appended. A damaged or incomplete batch is cut off with everything after it, and the lost counts
/// are recomputed. No other process can use the file at the same time.
class ClosingCountFile {
 public:
  /// Opens or creates the file and reads its counts into the table.
  ///
  /// @throws std::runtime_error  it cannot be opened, is in use, or is not such a file.
  ClosingCountFile(std::string path, ClosingCountTable& table);
  ClosingCountFile(const ClosingCountFile&) = delete;
  ClosingCountFile& operator=(const ClosingCountFile&) = delete;
  ClosingCountFile(ClosingCountFile&&) = delete;
  ClosingCountFile& operator=(ClosingCountFile&&) = delete;
  ~ClosingCountFile();

  /// Returns the number of records when the file was opened.
  std::uint64_t found() const { return found_; }

  /// Appends the records of the table that the file lacks. No thread may add to the table meanwhile.
  ///
  /// @throws std::runtime_error  it cannot be written.
  void save();

 private:
  void read();
  void write(const void* bytes, std::uint64_t count);
  bool read_exactly(void* bytes, std::uint64_t count) const;

  std::string path_;
  ClosingCountTable& table_;
  int file_ = -1;
  std::uint64_t end_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t saved_ = 0;
};

}  // namespace gridcensus::band_classes
