#include "band_classes/closing_count_file.hpp"

#include "band_signatures/mixed.hpp"

#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::OpenGraphKey;

namespace {

constexpr std::string_view magic = "gridcensus lines 1\n";
constexpr std::uint64_t header_size = 24;
/// The number of records that are read or written at once.
constexpr std::uint64_t max_records = std::uint64_t{1} << 16U;
constexpr ::mode_t permissions = 0644;

/// Returns the checksum of words of 32 bits.
std::uint64_t checksum_of(std::span<const std::uint32_t> words) {
  std::uint64_t sum = words.size();
  for (const std::uint32_t word : words) sum = (sum ^ word) * 0x100000001B3U;  // Fowler, Noll, Vo, word by word
  return band_signatures::mixed(sum);
}

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw std::runtime_error{"the file of lines " + path + ' ' + what};
}

}  // namespace

ClosingCountFile::ClosingCountFile(std::string path, ClosingCountTable& table) : path_{std::move(path)}, table_{table} {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions);
  if (file_ < 0) fail(path_, std::string{"cannot be opened: "} + std::strerror(errno));
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) fail(path_, "is in use by another process");
    read();
  } catch (...) {
    ::close(file_);
    throw;
  }
}

ClosingCountFile::~ClosingCountFile() { ::close(file_); }

void ClosingCountFile::read() {
  std::array<char, header_size> header{};
  std::ranges::copy(magic, header.begin());
  const std::uint64_t width = table_.record_width();
  const off_t size = ::lseek(file_, 0, SEEK_END);
  if (size == 0) {
    write(header.data(), header.size());
    write(&width, sizeof width);
    return;
  }
  std::array<char, header_size> found{};
  std::uint64_t found_width = 0;
  if (!read_exactly(found.data(), found.size()) || found != header) fail(path_, "is not a file of closing counts");
  end_ += header.size();
  if (!read_exactly(&found_width, sizeof found_width) || found_width != width)
    fail(path_, "has closing counts of another width");
  end_ += sizeof width;
  std::vector<std::uint32_t> words;
  while (true) {
    const std::uint64_t begin = end_;
    std::uint64_t records = 0;
    std::uint64_t checksum = 0;
    bool is_whole = read_exactly(&records, sizeof records) && records > 0 && records <= max_records;
    if (is_whole) {
      end_ += sizeof records;
      words.resize(records * width);
      is_whole = read_exactly(words.data(), words.size() * sizeof(std::uint32_t));
      end_ += words.size() * sizeof(std::uint32_t);
      is_whole = is_whole && read_exactly(&checksum, sizeof checksum) && checksum == checksum_of(words);
      end_ += sizeof checksum;
    }
    if (!is_whole) {
      end_ = begin;
      break;
    }
    for (std::uint64_t record = 0; record < records; ++record) {
      const std::span<const std::uint32_t> all = std::span{words}.subspan(record * width, width);
      OpenGraphKey key;
      std::memcpy(key.words.data(), all.data(), sizeof key);
      table_.add(key, ClosingCountTable::hash_of(key), all.subspan(sizeof key / sizeof(std::uint32_t)));
    }
    found_ += records;
  }
  saved_ = table_.size();
  if (::ftruncate(file_, static_cast<off_t>(end_)) != 0)
    fail(path_, std::string{"cannot be cut: "} + std::strerror(errno));
}

void ClosingCountFile::save() {
  std::vector<std::uint32_t> words;
  while (saved_ < table_.size()) {
    const std::uint64_t records = std::min(max_records, table_.size() - saved_);
    words.clear();
    for (std::uint64_t record = saved_; record < saved_ + records; ++record) {
      const auto all = table_.record(record);
      words.insert(words.end(), all.begin(), all.end());
    }
    const std::uint64_t checksum = checksum_of(words);
    write(&records, sizeof records);
    write(words.data(), words.size() * sizeof(std::uint32_t));
    write(&checksum, sizeof checksum);
    saved_ += records;
  }
}

bool ClosingCountFile::read_exactly(void* bytes, std::uint64_t count) const {
  std::uint64_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file_, static_cast<char*>(bytes) + done, count - done, static_cast<off_t>(end_ + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path_, std::string{"cannot be read: "} + std::strerror(errno));
    if (got == 0) return false;
    done += static_cast<std::uint64_t>(got);
  }
  return true;
}

void ClosingCountFile::write(const void* bytes, std::uint64_t count) {
  std::uint64_t done = 0;
  while (done < count) {
    const ssize_t put =
        ::pwrite(file_, static_cast<const char*>(bytes) + done, count - done, static_cast<off_t>(end_ + done));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) fail(path_, std::string{"cannot be written: "} + std::strerror(errno));
    done += static_cast<std::uint64_t>(put);
  }
  end_ += count;
}

}  // namespace gridcensus::band_classes
