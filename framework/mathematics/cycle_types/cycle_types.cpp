#include "cycle_types/cycle_types.hpp"

#include <numeric>

namespace gridcensus::mathematics {

namespace {

/// Appends the types that extend the cycles so far by cycles of at most `longest` elements on the other `left`.
void append_types(int left, int longest, CycleType& so_far, std::vector<CycleType>& types) {
  if (left == 0) types.push_back(so_far);
  for (int length = std::min(left, longest); length > 0; --length) {
    so_far.push_back(length);
    append_types(left - length, length, so_far, types);
    so_far.pop_back();
  }
}

/// Calls visit(m, i) for the i-th cycle of length m, i from 1: the product of all m * i is the order of the
/// centraliser.
template <class Visit>
void for_each_repeat(const CycleType& type, const Visit& visit) {
  int repeats = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    repeats = i > 0 && type[i] == type[i - 1] ? repeats + 1 : 1;
    visit(type[i], repeats);
  }
}

}  // namespace

std::vector<CycleType> cycle_types(int n) {
  std::vector<CycleType> types;
  CycleType so_far;
  append_types(n, n, so_far, types);
  return types;
}

std::uint64_t number_of_cycle_types(int n) {
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(n) + 1);
  numbers[0] = 1;
  for (std::size_t part = 1; part < numbers.size(); ++part) {
    for (std::size_t sum = part; sum < numbers.size(); ++sum) numbers[sum] += numbers[sum - part];
  }
  return numbers.back();
}

CycleType power_type(const CycleType& type, int k) {
  CycleType result;
  for (const int length : type) {
    const int cycles = std::gcd(length, k);
    result.insert(result.end(), static_cast<std::size_t>(cycles), length / cycles);
  }
  std::sort(result.begin(), result.end(), std::greater<>{});
  return result;
}

std::vector<int> permutation_of(const CycleType& type) {
  std::vector<int> images;
  int base = 0;
  for (const int length : type) {
    for (int i = 0; i < length; ++i) images.push_back(base + (i + 1) % length);
    base += length;
  }
  return images;
}

UInt128 centraliser_order(const CycleType& type) {
  UInt128 order = 1;
  for_each_repeat(type, [&order](int length, int repeats) {
    order = checked_multiply(order, static_cast<UInt128>(length) * static_cast<UInt128>(repeats));
  });
  return order;
}

Integer permutations_of(const CycleType& type) {
  Integer keeping = 1;
  for_each_repeat(type, [&keeping](int length, int repeats) { keeping *= std::int64_t{length} * repeats; });
  return factorial(std::accumulate(type.begin(), type.end(), 0)) / keeping;
}

}  // namespace gridcensus::mathematics
