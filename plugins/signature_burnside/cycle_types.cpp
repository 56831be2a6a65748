#include "cycle_types.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace gridcensus::signature_burnside {

namespace {

/// Appends the types that have, besides the cycles so far, cycles of at most `longest` things on the other `left`.
void append_types(CycleType& so_far, int left, int longest, std::vector<CycleType>& types) {
  if (longest == 0) {
    if (left == 0) types.push_back(trimmed(so_far));
    return;
  }
  int& cycles = so_far[static_cast<std::size_t>(longest - 1)];
  for (; left >= 0; left -= longest, ++cycles) append_types(so_far, left, longest - 1, types);
  cycles = 0;
}

}  // namespace

CycleType trimmed(CycleType type) {
  while (!type.empty() && type.back() == 0) type.pop_back();
  return type;
}

std::vector<CycleType> cycle_types(int n) {
  std::vector<CycleType> types;
  CycleType so_far(static_cast<std::size_t>(n));
  append_types(so_far, n, n, types);
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

CycleType power_of(const CycleType& type, int exponent) {
  CycleType power(type.size());
  int length = 0;
  for (const int cycles : type) {
    ++length;
    const int pieces = std::gcd(length, exponent);
    power[static_cast<std::size_t>(length / pieces - 1)] += pieces * cycles;
  }
  return trimmed(std::move(power));
}

Integer permutations_of(const CycleType& type) {
  Integer keeping = 1;  // the permutations that commute with one of the type
  int things = 0;
  int length = 0;
  for (const int cycles : type) {
    ++length;
    things += length * cycles;
    keeping *= power(length, cycles) * factorial(cycles);
  }
  return factorial(things) / keeping;
}

}  // namespace gridcensus::signature_burnside
