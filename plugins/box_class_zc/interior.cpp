#include "box_class_zc/interior.hpp"

#include "gridcensus/broken_invariant.hpp"

namespace gridcensus::box_class_zc {

Interior::Interior(const Border& border)
    : size_{border.classes().size()}, meet_(size_ * size_), splits_(size_), octets_(size_ * size_) {
  const ClassNumbers& classes = border.classes();
  for (std::size_t code = 0; code < size_; ++code) {
    const Lines rows = mirror(classes[static_cast<Code>(code)]);
    for (std::size_t other = 0; other < size_; ++other) {
      meet_[code * size_ + other] = zero_crossings(rows, classes[static_cast<Code>(other)]) == 0 ? 1 : 0;
    }
  }

  for (std::size_t code = 0; code < size_; ++code) {
    const Lines& first = classes[static_cast<Code>(code)];
    const Lines left = complement(first, Border::symbols);
    std::size_t found = 0;
    for (std::size_t next = 0; next < size_; ++next) {
      for (const Lines& order : fitting_orders(classes[static_cast<Code>(next)], left)) {
        const Lines last = complement(first | order, Border::symbols);
        splits_[code].at(found++) = {static_cast<Code>(next), classes.code_of(last)};
      }
    }
    if (found != triplets) throw BrokenInvariant{"a box does not fit beside another in 56 ways"};
  }

  std::vector<std::size_t> found(size_);
  for (std::size_t code = 0; code < size_; ++code) {
    Octet* const octets = &octets_[code * size_];
    for (std::size_t columns = 0; columns < size_; ++columns) octets[columns].fill(no_class());
    found.assign(size_, 0);
    for (const Split& split : splits_[code]) {
      for (std::size_t columns = 0; columns < size_; ++columns) {
        if (meet(split.next, static_cast<Code>(columns))) octets[columns].at(found[columns]++) = split.last;
      }
    }
    for (const std::size_t count : found) {
      if (count != 0 && count != rows_per_column) throw BrokenInvariant{"a box has rows other than 0 or 8 ways"};
    }
  }
}

}  // namespace gridcensus::box_class_zc
