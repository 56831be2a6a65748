#include "gridcensus/random.hpp"

#include <Random123/philox.h>

namespace gridcensus {

void Random::refill() {
  const r123::Philox4x64 philox;
  const r123::Philox4x64::ctr_type counter{{block_, unit_, 0, 0}};
  const r123::Philox4x64::key_type key{{key_[0], key_[1]}};
  const auto bits = philox(counter, key);
  for (std::size_t i = 0; i < buffer_.size(); ++i) buffer_[i] = bits[i];
  ++block_;
  left_ = static_cast<int>(buffer_.size());
}

std::uint64_t Random::below(std::uint64_t bound) {
  using UInt128 = unsigned __int128;
  UInt128 product = static_cast<UInt128>((*this)()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = -bound % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<UInt128>((*this)()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64U);
}

double Random::unit_interval() { return static_cast<double>((*this)() >> 11U) * 0x1p-53; }

}  // namespace gridcensus
