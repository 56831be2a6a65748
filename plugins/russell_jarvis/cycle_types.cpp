#include "cycle_types.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace gridcensus::russell_jarvis {

std::vector<CycleType> cycle_types(int n) {
  std::vector<CycleType> types;
  CycleType parts;
  const std::function<void(int, int)> extend = [&](int left, int largest) {
    if (left == 0) types.push_back(parts);
    for (int part = std::min(left, largest); part > 0; --part) {
      parts.push_back(part);
      extend(left - part, part);
      parts.pop_back();
    }
  };
  extend(n, n);
  return types;
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

std::vector<std::vector<int>> all_permutations(int n) {
  std::vector<int> images(static_cast<std::size_t>(n));
  std::iota(images.begin(), images.end(), 0);
  std::vector<std::vector<int>> all;
  do all.push_back(images);
  while (std::next_permutation(images.begin(), images.end()));
  return all;
}

Wide centraliser_order(const CycleType& type) {
  Wide order = 1;
  int run = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    run = i > 0 && type[i] == type[i - 1] ? run + 1 : 1;
    order = combinatorics::checked_multiply(order, static_cast<Wide>(type[i]) * static_cast<Wide>(run));
  }
  return order;
}

}  // namespace gridcensus::russell_jarvis
