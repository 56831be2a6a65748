#include "box_class_zc/box_algebra.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::box_class_zc {

using mathematics::first_symbols;
using mathematics::least;
using mathematics::singleton;
using mathematics::size_of;
using mathematics::without;

namespace {

/// Calls `visit` with every subset of `set` of the given size that contains `chosen`, the least symbols first.
template <class Visit>
void for_each_subset(SymbolSet set, SymbolSet chosen, int size, const Visit& visit) {
  if (size_of(chosen) == size) {
    visit(chosen);
    return;
  }
  for (SymbolSet rest = set; rest != 0; rest = mathematics::without_least(rest)) {
    const SymbolSet symbol = singleton(least(rest));
    for_each_subset(without(rest, symbol), static_cast<SymbolSet>(chosen | symbol), size, visit);
  }
}

/// Adds sets of `size` symbols each for the lines from `line` on, each beginning with the least remaining symbol.
void part(SymbolSet symbols, int size, std::size_t line, Lines& lines, std::vector<Lines>& found) {
  if (symbols == 0) {
    found.push_back(class_of(lines));
    return;
  }
  const SymbolSet first = singleton(least(symbols));
  for_each_subset(without(symbols, first), first, size, [&](SymbolSet chosen) {
    lines[line] = chosen;
    part(without(symbols, chosen), size, line + 1, lines, found);
  });
}

}  // namespace

Lines::Lines(std::initializer_list<SymbolSet> sets) : count_{sets.size()} { std::ranges::copy(sets, sets_.begin()); }

Lines Lines::empty(std::size_t count) {
  Lines lines;
  lines.count_ = count;
  return lines;
}

Lines operator&(const Lines& left, const Lines& right) {
  Lines result{left};
  for (std::size_t line = 0; line < left.count(); ++line) result[line] &= right[line];
  return result;
}

Lines operator|(const Lines& left, const Lines& right) {
  Lines result{left};
  for (std::size_t line = 0; line < left.count(); ++line) result[line] |= right[line];
  return result;
}

Lines complement(const Lines& lines, int symbols) {
  Lines result{lines};
  for (std::size_t line = 0; line < lines.count(); ++line) result[line] = without(first_symbols(symbols), lines[line]);
  return result;
}

bool is_complete(const Lines& lines, int symbols) {
  SymbolSet seen = 0;
  for (std::size_t line = 0; line < lines.count(); ++line) {
    if ((seen & lines[line]) != 0 || size_of(lines[line]) != size_of(lines[0])) return false;
    seen |= lines[line];
  }
  return seen == first_symbols(symbols);
}

Lines class_of(Lines lines) {
  for (std::size_t i = 1; i < lines.count(); ++i) {
    for (std::size_t j = i; j > 0 && lines[j] < lines[j - 1]; --j) std::swap(lines[j], lines[j - 1]);
  }
  return lines;
}

int zero_crossings(const Lines& left, const Lines& right) {
  int disjoint = 0;
  for (std::size_t i = 0; i < left.count(); ++i) {
    for (std::size_t j = 0; j < right.count(); ++j) disjoint += (left[i] & right[j]) == 0 ? 1 : 0;
  }
  return disjoint;
}

Lines relabelled(Lines lines, const mathematics::Relabelling& relabelling) {
  for (std::size_t line = 0; line < lines.count(); ++line) {
    lines[line] = mathematics::relabelled(lines[line], relabelling);
  }
  return lines;
}

std::vector<Lines> fitting_orders(const Lines& box_class, const Lines& allowed) {
  std::vector<Lines> orders;
  Lines lines = class_of(box_class);
  do {
    if ((lines & allowed) == lines) orders.push_back(lines);
  } while (std::next_permutation(&lines[0], &lines[0] + lines.count()));
  return orders;
}

std::vector<Lines> all_classes(int symbols, std::size_t lines) {
  std::vector<Lines> classes;
  Lines chosen = Lines::empty(lines);
  part(first_symbols(symbols), symbols / static_cast<int>(lines), 0, chosen, classes);
  std::ranges::sort(classes);
  return classes;
}

ClassNumbers::ClassNumbers(std::vector<Lines> classes) : classes_{std::move(classes)} {
  for (std::size_t code = 0; code < classes_.size(); ++code) codes_[classes_[code]] = static_cast<Code>(code);
}

}  // namespace gridcensus::box_class_zc
