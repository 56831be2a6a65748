#include "band_signatures/sliced_count.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <stdexcept>

namespace gridcensus::band_signatures {

using mathematics::least;
using mathematics::size_of;
using mathematics::SymbolSet;
using mathematics::UInt128;
using mathematics::without;
using mathematics::without_least;

namespace {

constexpr std::size_t wanted_slices = 200;
constexpr std::uint64_t nodes_between_polls = 256;

/// Returns the given bits in the entry of every symbol of a set, 4 bits an entry.
std::uint64_t in_every_entry(SymbolSet symbols, std::uint64_t bits) {
  std::uint64_t entries = 0;
  for (; symbols != 0; symbols = without_least(symbols)) entries |= bits << (4 * static_cast<unsigned>(least(symbols)));
  return entries;
}

}  // namespace

SlicedCount::SlicedCount(std::span<const SymbolSet> columns, int first_rows)
    : rows_{rows_of_band(columns)}, first_rows_{first_rows} {
  const int other_rows = rows_ - first_rows;
  if (first_rows < 2 || first_rows > 4 || other_rows < 2 || other_rows > 4 || rows_ > 7) {
    throw std::invalid_argument{"four to seven rows are cut in parts of two to four"};
  }
  for (const SymbolSet column : in_narrow_order(columns, columns.size())) {
    auto& choices = choices_.emplace_back();
    for (SymbolSet first = column; first != 0; first = static_cast<SymbolSet>((first - 1U) & column)) {
      if (size_of(first) != first_rows) continue;
      const SymbolSet other = without(column, first);
      choices.push_back({.first_edges = in_every_entry(first, 8),
                         .other_edges = in_every_entry(other, 8),
                         .first = Sweep::Cuts{first},
                         .other = Sweep::Cuts{other}});
      if (choices_.size() == 1) break;
    }
  }
  const auto all = mathematics::first_symbols(static_cast<int>(columns.size()));
  none_ = {.first = in_every_entry(all, static_cast<std::uint64_t>(8 - first_rows)),
           .other = in_every_entry(all, static_cast<std::uint64_t>(8 - other_rows))};

  beginnings_ = {{0}};
  for (std::size_t column = 1; column + 2 < choices_.size() && beginnings_.size() < wanted_slices; ++column) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& beginning : beginnings_) {
      Edges edges = none_;
      for (std::size_t before = 0; before < column; ++before) edges = with(edges, choices_[before][beginning[before]]);
      for (std::uint32_t choice = 0; choice < choices_[column].size(); ++choice) {
        if (!fits(edges, choices_[column][choice])) continue;
        longer.push_back(beginning);
        longer.back().push_back(choice);
      }
    }
    beginnings_ = std::move(longer);
  }
}

/// The search of one slice: the states of both parts after each column.
class SlicedCount::Search {
 public:
  Search(const SlicedCount& count, const Poll& poll)
      : count_{count}, poll_{poll}, first_(count.choices_.size()), other_(count.choices_.size()) {}

  UInt128 slice(const std::vector<std::uint32_t>& beginning) {
    const Choice& start = count_.choices_.front().front();
    Sweep::begin(start.first, first_.front());
    Sweep::begin(start.other, other_.front());
    Edges edges = with(count_.none_, start);
    for (std::size_t column = 1; column < beginning.size(); ++column) {
      const Choice& choice = count_.choices_[column][beginning[column]];
      if (!advance(column, choice)) return 0;
      edges = with(edges, choice);
    }
    return over_choices(beginning.size(), edges);
  }

 private:
  UInt128 over_choices(std::size_t column, const Edges& edges) {
    if (++nodes_ % nodes_between_polls == 0) poll_();
    const bool last_but_one = column + 2 == count_.choices_.size();
    UInt128 sum = 0;
    for (const Choice& choice : count_.choices_[column]) {
      if (!fits(edges, choice)) continue;
      if (last_but_one) {
        sum += UInt128{Sweep::ways_in_the_end(first_[column - 1], choice.first)} *
               Sweep::ways_in_the_end(other_[column - 1], choice.other);
      } else if (advance(column, choice)) {
        sum += over_choices(column + 1, with(edges, choice));
      }
    }
    return sum;
  }

  /// Sweeps both parts over the column.
  ///
  /// @return  false if a part has no factorisation with this beginning.
  bool advance(std::size_t column, const Choice& choice) {
    return advance(first_, column, choice.first) && advance(other_, column, choice.other);
  }

  bool advance(std::vector<Sweep::States>& part, std::size_t column, const Sweep::Cuts& cuts) {
    // Merging equal states before the last two columns pays only if there are many states.
    if (column + 3 == part.size() && !cuts.two_pairs) {
      Sweep::advance_apart(part[column - 1], cuts, part[column]);
    } else {
      sweep_.advance(part[column - 1], cuts, part[column]);
    }
    return !part[column].empty();
  }

  const SlicedCount& count_;
  const Poll& poll_;
  std::vector<Sweep::States> first_;
  std::vector<Sweep::States> other_;
  Sweep sweep_;
  std::uint64_t nodes_ = 0;
};

UInt128 SlicedCount::count(std::size_t slice, const Poll& poll) const {
  const UInt128 sum = Search{*this, poll}.slice(beginnings_.at(slice));
  const std::uint64_t cuts = Sweep::first_cuts(first_rows_) * Sweep::first_cuts(rows_ - first_rows_);
  return mathematics::binomial(rows_, first_rows_) * cuts * sum;
}

UInt128 SlicedCount::count_every(std::size_t step, std::size_t first, const Poll& poll) const {
  UInt128 sum = 0;
  for (std::size_t slice = first; slice < slices(); slice += step) {
    sum = mathematics::checked_add(sum, count(slice, poll));
  }
  return sum;
}

}  // namespace gridcensus::band_signatures
