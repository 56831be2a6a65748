#include "band_signatures/closing_count_table.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gridcensus::band_signatures {

namespace {

constexpr unsigned number_bits = 32;
constexpr std::uint64_t number_mask = (std::uint64_t{1} << number_bits) - 1;
constexpr std::uint64_t min_slots = 16;
constexpr std::size_t line_of_cache = 64;

/// Returns zeroed memory, which is allocated only when it is used. Look-ups are spread all over it; large pages reduce
/// misses of the translation buffer.
void* zeros(std::size_t bytes) {
  void* const memory =
      std::calloc(bytes, 1);  // NOLINT(cppcoreguidelines-no-malloc): no container leaves zeros untouched
  if (memory == nullptr) throw std::bad_alloc{};
#if defined(__linux__)
  constexpr std::size_t page = std::size_t{1} << 21U;
  void* begin = memory;
  std::size_t space = bytes;
  // A request: if it is refused, pages stay small.
  if (std::align(page, page, begin, space) != nullptr) (void)madvise(begin, space / page * page, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace

void ClosingCountTable::Release::operator()(void* memory) const {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc): of `zeros`
}

ClosingCountTable::ClosingCountTable(std::size_t width, std::uint64_t capacity)
    : width_{width},
      capacity_{capacity},
      mask_{slots_for(capacity) - 1},
      slots_{static_cast<std::atomic<std::uint64_t>*>(zeros((mask_ + 1) * sizeof(std::uint64_t)))},
      blocks_((capacity + records_of_a_block - 1) / records_of_a_block),
      owned_(blocks_.size()) {
  if (capacity > number_mask / 2) throw std::invalid_argument{"a table takes at most 2^31 lines"};
}

std::uint64_t ClosingCountTable::slots_for(std::uint64_t capacity) {
  return std::bit_ceil(std::max(min_slots, capacity + capacity / 3));  // at most three in four are taken
}

std::uint64_t ClosingCountTable::bytes(std::size_t width, std::uint64_t lines) {
  return lines * (width + key_width) * sizeof(std::uint32_t) + slots_for(lines) * sizeof(std::uint64_t);
}

std::uint32_t* ClosingCountTable::at(std::uint64_t number) const {
  return blocks_[number / records_of_a_block].load(std::memory_order_acquire) +
         number % records_of_a_block * record_width();
}

std::span<const std::uint32_t> ClosingCountTable::record(std::uint64_t number) const {
  return {at(number), record_width()};
}

void ClosingCountTable::fetch_record(std::uint64_t hash) const {
  const std::uint64_t slot = slots_[hash & mask_].load(std::memory_order_acquire);
  if (slot == 0) return;
  const auto* const record = reinterpret_cast<const char*>(at((slot & number_mask) - 1));
  for (std::size_t byte = 0; byte < record_width() * sizeof(std::uint32_t); byte += line_of_cache) {
    __builtin_prefetch(record + byte);
  }
  __builtin_prefetch(record + record_width() * sizeof(std::uint32_t) - 1);
}

const std::uint32_t* ClosingCountTable::find(const OpenGraphKey& key, std::uint64_t hash) const {
  for (std::uint64_t place = hash & mask_;; place = (place + 1) & mask_) {
    const std::uint64_t slot = slots_[place].load(std::memory_order_acquire);
    if (slot == 0) return nullptr;
    if (slot >> number_bits != hash >> number_bits) continue;
    const std::uint32_t* const record = at((slot & number_mask) - 1);
    if (std::memcmp(record, &key, sizeof key) == 0) return record + key_width;
  }
}

std::uint32_t* ClosingCountTable::block_of(std::uint64_t number) {
  const std::size_t block = number / records_of_a_block;
  std::uint32_t* there = blocks_[block].load(std::memory_order_acquire);
  if (there != nullptr) return there;
  Memory<std::uint32_t> made{
      static_cast<std::uint32_t*>(zeros(records_of_a_block * record_width() * sizeof(std::uint32_t)))};
  if (!blocks_[block].compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) return there;
  owned_[block] = std::move(made);
  return owned_[block].get();
}

const std::uint32_t* ClosingCountTable::add(const OpenGraphKey& key, std::uint64_t hash,
                                            std::span<const std::uint32_t> line) {
  if (next_.load() >= capacity_) return nullptr;
  const std::uint64_t number = next_++;
  if (number >= capacity_) return nullptr;
  std::uint32_t* const record = block_of(number) + number % records_of_a_block * record_width();
  std::memcpy(record, &key, sizeof key);
  std::ranges::copy(line, record + key_width);
  const std::uint64_t shown = hash >> number_bits << number_bits | (number + 1);
  for (std::uint64_t place = hash & mask_;; place = (place + 1) & mask_) {
    std::uint64_t empty = 0;
    if (slots_[place].compare_exchange_strong(empty, shown, std::memory_order_acq_rel)) return record + key_width;
  }
}

}  // namespace gridcensus::band_signatures
