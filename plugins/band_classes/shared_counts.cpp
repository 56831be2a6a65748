#include "band_classes/shared_counts.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

namespace gridcensus::band_classes {

using band_signatures::ClosingCounts;
using band_signatures::Closings;
using band_signatures::MatchingsOfEdge;
using band_signatures::OpenForm;
using band_signatures::OpenGraph;
using band_signatures::OpenGraphKey;
using band_signatures::RestOfMatching;
using band_signatures::SweptCounts;
using mathematics::SymbolSet;

namespace {

constexpr unsigned family_bits = 16;
constexpr unsigned symbol_bits = 4;
/// Six rows use closing counts of five, which use a table of closing counts of four.
constexpr std::size_t rows_with_table = 6;
/// The maximum number of entries of four rows in the table: room for all.
constexpr std::uint64_t max_entries = 92'000'000;
/// The number of forms between two saves of the file.
constexpr std::size_t forms_between_saves = 64;
/// The table is full enough if this many forms in a row lead to fewer new entries than this for each: computing the
/// rest takes less time than looking up the others.
constexpr std::size_t forms_in_a_row = 1024;
constexpr std::size_t few_new_lines = 2;

std::size_t units_for(std::size_t rows) { return rows == rows_with_table ? 128 : rows == rows_with_table - 1 ? 16 : 1; }

/// Runs a loop on the threads that the caller may use; these do nothing else meanwhile.
template <class Body>
void for_each(std::size_t first, std::size_t last, const Body& body) {
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(first, last, body); });
}

}  // namespace

/// Computes the closing counts of forms. Not thread-safe.
class SharedCounts::Counter {
 public:
  explicit Counter(const SharedCounts& shared) : shared_{shared} {
    if (shared.table_)
      closing_.emplace(shared.symbols_, *shared.table_);
    else
      swept_.emplace(shared.symbols_, static_cast<int>(shared.rows_) - 1);
  }

  const std::vector<std::uint64_t>& line(const OpenGraphKey& key, const Poll& poll) {
    const OpenGraph graph = band_signatures::graph_of(key, shared_.columns_);
    if (closing_) {
      closing_->count(graph, line_, poll);
      return line_;
    }
    poll();
    swept_->count(graph, swept_line_);
    line_.assign(swept_line_.begin(), swept_line_.end());
    return line_;
  }

 private:
  const SharedCounts& shared_;
  std::optional<ClosingCounts> closing_;
  std::optional<SweptCounts> swept_;
  std::vector<std::uint32_t> swept_line_;
  std::vector<std::uint64_t> line_;
};

SharedCounts::SharedCounts(const SignatureClasses& classes, const std::optional<std::string>& file, const Poll& poll)
    : rows_{classes.classes().front().boxes.size() + 1},
      symbols_{2 * rows_},
      columns_{symbols_ - 2},
      classes_{classes.classes().size()},
      kernel_{band_signatures::fastest_open_form_kernel()} {
  find_families(classes);
  find_visits(poll);
  if (rows_ == rows_with_table) fill_table(file, poll);
}

std::uint64_t SharedCounts::memory_bytes(int rows) {
  if (static_cast<std::size_t>(rows) < rows_with_table) return std::uint64_t{4} << 20U;
  constexpr std::uint64_t visits = std::uint64_t{600} << 20U;
  return visits + ClosingCountTable::bytes(ClosingCounts::width_of_table(), max_entries);
}

void SharedCounts::find_families(const SignatureClasses& classes) {
  std::map<OpenGraphKey, std::vector<Member>> all;
  for (std::size_t place = 0; place < classes_; ++place) {
    std::vector<SymbolSet> columns = classes.columns(classes.classes()[place]);
    for (std::size_t box = 0; box < rows_; ++box) {
      const OpenForm form = least_form(kernel_, OpenGraph::of(std::span{columns}.first(columns_)), symbols_, columns_);
      SymbolSet half = 0;
      for (SymbolSet left = columns.back(); left != 0; left = mathematics::without_least(left)) {
        half = static_cast<SymbolSet>(half | 1U << form.symbols[static_cast<std::size_t>(mathematics::least(left))]);
      }
      auto& members = all[form.key];
      if (members.empty() || members.back().place != place) members.push_back({place, half});
      std::rotate(columns.begin(), columns.begin() + 2, columns.end());  // another box is the last
    }
  }
  // The family with the most classes that no family has yet; on a tie the first.
  using Candidate = std::pair<std::size_t, const OpenGraphKey*>;
  const auto comes_later = [](const Candidate& one, const Candidate& other) {
    return one.first != other.first ? one.first < other.first : *other.second < *one.second;
  };
  std::priority_queue<Candidate, std::vector<Candidate>, decltype(comes_later)> candidates{comes_later};
  for (const auto& [key, members] : all) candidates.emplace(members.size(), &key);
  std::vector<bool> is_found(classes_);
  while (!candidates.empty()) {
    const auto [size, key] = candidates.top();
    candidates.pop();
    std::vector<Member>& members = all.find(*key)->second;
    std::erase_if(members, [&](const Member& member) { return is_found[member.place]; });
    if (members.empty()) continue;
    if (members.size() < size) {
      candidates.emplace(members.size(), key);
      continue;
    }
    for (const Member& member : members) is_found[member.place] = true;
    families_.push_back({band_signatures::graph_of(*key, columns_), members});
  }
}

void SharedCounts::find_visits(const Poll& poll) {
  using Found = std::pair<OpenGraphKey, Visit>;
  struct Share {
    std::mutex mutex;
    std::vector<Found> visits;
  };
  std::vector<Share> shares(units_for(rows_));
  for_each(0, families_.size(), [&](std::size_t number) {
    poll();
    const Family& family = families_[number];
    std::vector<std::vector<Found>> found(shares.size());
    MatchingsOfEdge{family.graph, symbols_}.for_each([&](const RestOfMatching& rest) {
      const auto left = static_cast<SymbolSet>(1U << rest.left[0] | 1U << rest.left[1]);
      const bool is_met = std::ranges::any_of(family.members, [&](const Member& member) {
        return mathematics::size_of(static_cast<SymbolSet>(member.half & left)) == 1;
      });
      if (!is_met) return;
      const OpenForm form = least_form(kernel_, rest.graph, symbols_, columns_);
      Visit visit = number;
      for (std::size_t s = 0; s < symbols_; ++s) visit |= Visit{form.symbols[s]} << (family_bits + symbol_bits * s);
      constexpr unsigned half_of_hash = 32;
      found[(ClosingCountTable::hash_of(form.key) >> half_of_hash) * shares.size() >> half_of_hash].emplace_back(
          form.key, visit);
    });
    for (std::size_t share = 0; share < shares.size(); ++share) {
      const std::scoped_lock lock{shares[share].mutex};
      shares[share].visits.insert(shares[share].visits.end(), found[share].begin(), found[share].end());
    }
  });
  units_.resize(shares.size());
  for_each(0, shares.size(), [&](std::size_t number) {
    // Several threads found these, so their order is arbitrary.
    std::vector<Found> visits = std::move(shares[number].visits);
    std::ranges::sort(visits, [](const Found& one, const Found& other) {
      return std::tie(one.first, one.second) < std::tie(other.first, other.second);
    });
    Unit& unit = units_[number];
    unit.visits.reserve(visits.size());
    for (const auto& [key, visit] : visits) {
      if (unit.forms.empty() || unit.forms.back().key != key) unit.forms.push_back({key, 0});
      unit.visits.push_back(visit);
      unit.forms.back().end_of_visits = unit.visits.size();
    }
  });
}

/// Fills the table from a few units, whose closing counts lead to nearly all entries of four rows.
void SharedCounts::fill_table(const std::optional<std::string>& file, const Poll& poll) {
  table_ = std::make_unique<ClosingCountTable>(ClosingCounts::width_of_table(), max_entries);
  std::optional<ClosingCountFile> kept;
  if (file) kept.emplace(*file, *table_);
  std::uint64_t lines = table_->size();
  std::size_t looked_at = 0;
  // Start with other forms than earlier runs, whose forms would add nothing new.
  const std::size_t start = lines % units_.size();
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const std::vector<Form>& forms = units_[(start + i) % units_.size()].forms;
    for (std::size_t first = 0; first < forms.size(); first += forms_between_saves) {
      const std::size_t last = std::min(forms.size(), first + forms_between_saves);
      for_each(first, last, [&](std::size_t form) { Counter{*this}.line(forms[form].key, poll); });
      if (kept) kept->save();
      looked_at += last - first;
      if (looked_at < forms_in_a_row) continue;
      if (table_->size() - lines < few_new_lines * looked_at) return;
      lines = table_->size();
      looked_at = 0;
    }
  }
}

std::vector<SharedCounts::Part> SharedCounts::count(std::size_t unit, const Poll& poll) const {
  const auto& [forms, visits] = units_.at(unit);
  const Closings closings{static_cast<int>(rows_) - 1};
  const auto orders_of_rows = static_cast<std::uint64_t>(mathematics::factorial(static_cast<int>(rows_)));
  std::vector<std::uint64_t> sums(classes_);
  Counter counter{*this};
  std::size_t visit = 0;
  for (const Form& form : forms) {
    const std::vector<std::uint64_t>& line = counter.line(form.key, poll);
    for (; visit < form.end_of_visits; ++visit) {
      const Family& family = families_[visits[visit] & ((1U << family_bits) - 1)];
      // The image of each symbol in the form; free ones come first there, so those that were left are the last two.
      std::array<std::uint32_t, OpenGraph::max_symbols> images{};
      for (std::size_t s = 0; s < symbols_; ++s) {
        images[s] = 1U << (visits[visit] >> (family_bits + symbol_bits * s) & ((1U << symbol_bits) - 1));
      }
      const std::uint32_t free = (1U << columns_) - 1;
      for (const auto& [place, half] : family.members) {
        std::uint32_t image = 0;
        for (SymbolSet left = half; left != 0; left = mathematics::without_least(left)) {
          image |= images[static_cast<std::size_t>(mathematics::least(left))];
        }
        const std::uint32_t half_of_form = image & free;
        if (std::popcount(half_of_form) == static_cast<int>(rows_) - 1)
          sums[place] += line[closings.number_of(half_of_form)];
      }
    }
  }
  std::vector<Part> parts;
  for (std::size_t place = 0; place < classes_; ++place) {
    if (sums[place] != 0) parts.push_back({place, sums[place] * orders_of_rows});
  }
  return parts;
}

}  // namespace gridcensus::band_classes
