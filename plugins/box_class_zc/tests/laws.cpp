// Laws of the algebra of boxes.
#include "box_class_zc/box_algebra.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

namespace {

using namespace gridcensus::box_class_zc;
using gridcensus::mathematics::identity_relabelling;
using gridcensus::mathematics::Relabelling;

constexpr int symbol_count = 9;

rc::Gen<Lines> any_lines() {
  return rc::gen::map(rc::gen::container<std::array<int, 3>>(rc::gen::inRange(0, 1 << symbol_count)),
                      [](const std::array<int, 3>& sets) {
                        Lines lines = Lines::empty(3);
                        for (std::size_t i = 0; i < 3; ++i) lines[i] = static_cast<SymbolSet>(sets.at(i));
                        return lines;
                      });
}

Lines ordered(const Lines& lines, const std::array<std::size_t, 3>& order) {
  return {lines[order[0]], lines[order[1]], lines[order[2]]};
}

std::array<std::size_t, 3> any_order() {
  std::array<std::size_t, 3> order{0, 1, 2};
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i) std::next_permutation(order.begin(), order.end());
  return order;
}

Relabelling any_relabelling() {
  Relabelling relabelling = identity_relabelling();
  for (std::size_t i = symbol_count; i > 1; --i) {
    std::swap(relabelling[i - 1], relabelling[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  return relabelling;
}

RC_GTEST_PROP(BoxAlgebraLaws, DeMorgan, ()) {
  const Lines left = *any_lines();
  const Lines right = *any_lines();
  RC_ASSERT(complement(complement(left, symbol_count), symbol_count) == left);
  RC_ASSERT(complement(left | right, symbol_count) ==
            (complement(left, symbol_count) & complement(right, symbol_count)));
}

RC_GTEST_PROP(BoxAlgebraLaws, ZcDependsOnClassesAlone, ()) {
  const Lines left = *any_lines();
  const Lines right = *any_lines();
  const int crossings = zero_crossings(left, right);
  RC_ASSERT(zero_crossings(right, left) == crossings);
  RC_ASSERT(zero_crossings(ordered(left, any_order()), ordered(right, any_order())) == crossings);
  RC_ASSERT(zero_crossings(class_of(left), class_of(right)) == crossings);
  const Relabelling relabelling = any_relabelling();
  RC_ASSERT(zero_crossings(relabelled(left, relabelling), relabelled(right, relabelling)) == crossings);
}

RC_GTEST_PROP(BoxAlgebraLaws, ClassDoesNotDependOnTheOrder, ()) {
  const Lines lines = *any_lines();
  RC_ASSERT(class_of(ordered(lines, any_order())) == class_of(lines));
  RC_ASSERT(class_of(class_of(lines)) == class_of(lines));
}

}  // namespace
