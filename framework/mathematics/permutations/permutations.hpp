#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gridcensus::mathematics {

/// The images of elements 0..size-1 under a permutation. Unused elements are fixed.
template <std::size_t size>
using Permutation = std::array<std::uint8_t, size>;

/// Returns the identity permutation.
template <std::size_t size>
constexpr Permutation<size> identity() {
  Permutation<size> images{};
  for (std::size_t i = 0; i < size; ++i) images[i] = static_cast<std::uint8_t>(i);
  return images;
}

/// Returns the permutation that first applies `first`, then `second`.
template <std::size_t size>
constexpr Permutation<size> composed(const Permutation<size>& first, const Permutation<size>& second) {
  Permutation<size> product{};
  for (std::size_t i = 0; i < size; ++i) product[i] = second[first[i]];
  return product;
}

template <std::size_t size>
/// Returns the inverse permutation.
constexpr Permutation<size> inverse(const Permutation<size>& images) {
  Permutation<size> result{};
  for (std::size_t i = 0; i < size; ++i) result[images[i]] = static_cast<std::uint8_t>(i);
  return result;
}

/// Returns all permutations of n elements, in lexicographic order.
inline std::vector<std::vector<int>> all_permutations(int n) {
  std::vector<int> images(static_cast<std::size_t>(n));
  std::iota(images.begin(), images.end(), 0);
  std::vector<std::vector<int>> all;
  do all.push_back(images);
  while (std::next_permutation(images.begin(), images.end()));
  return all;
}

}  // namespace gridcensus::mathematics
