#include "host/compare/witness.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

/// A witness that an answer depends on, and the input of that answer which leads to it; nullopt for the answer's own
/// witness.
struct Dependency {
  const Witness* witness;
  std::optional<Quantity> through;
};

void collect(const Witness& witness, std::optional<Quantity> through, std::vector<Dependency>& dependencies) {
  dependencies.push_back({&witness, through});
  for (const auto& input : witness.inputs) {
    collect(input.source, through ? through : std::optional{input.quantity}, dependencies);
  }
}

std::vector<Dependency> dependencies_of(const Witness& witness) {
  std::vector<Dependency> dependencies;
  collect(witness, std::nullopt, dependencies);
  return dependencies;
}

std::string text_of(Quantity quantity) { return std::string{name_of(quantity)}; }

std::string strategy_text(const Dependency& left, const std::string& left_name, const Dependency& right,
                          const std::string& right_name) {
  const std::string& strategy = left.witness->strategy;
  if (!left.through && !right.through) return "same strategy";
  if (!left.through) return right_name + " takes " + text_of(*right.through) + " from " + strategy;
  if (!right.through) return left_name + " takes " + text_of(*left.through) + " from " + strategy;
  if (left.through == right.through) return "both take " + text_of(*left.through) + " from " + strategy;
  return "both take inputs from " + strategy;
}

bool is_same_given(const Witness& left, const Witness& right) {
  return left.given && right.given && left.given == right.given && left.problem == right.problem;
}

std::string given_text(const Dependency& left, const std::string& left_name, const Dependency& right,
                       const std::string& right_name) {
  const std::string value = group_digits(to_decimal(*left.witness->given));
  const Quantity quantity = left.through ? *left.through : right.through.value_or(Quantity::grids);
  const std::string what = text_of(quantity) + " = " + value + " as given";
  if (left.through && right.through) return "both take " + what;
  return (left.through ? left_name : right_name) + " takes " + what;
}

/// A set of witnesses, one bit each.
using Members = std::uint32_t;
constexpr std::size_t max_members = 32;

/// Returns the size of the largest subset of `members` in which no two share anything.
///
/// @param sharing  for each witness the set of those with which it shares something, itself included
std::size_t max_independent_set(const std::vector<Members>& sharing, Members members) {
  if (members == 0) return 0;
  std::size_t busiest = 0;
  int most = 0;
  for (std::size_t witness = 0; witness < sharing.size(); ++witness) {
    if ((members >> witness & 1U) == 0) continue;
    const int partners = std::popcount(sharing[witness] & members);
    // At most one other witness conflicts with this one, so including it is optimal.
    if (partners <= 2) return 1 + max_independent_set(sharing, members & ~sharing[witness]);
    if (partners > most) {
      most = partners;
      busiest = witness;
    }
  }
  return std::max(1 + max_independent_set(sharing, members & ~sharing[busiest]),
                  max_independent_set(sharing, members & ~(Members{1} << busiest)));
}

}  // namespace

std::vector<Shared> shared_by(const Witness& left, const std::string& left_name, const Witness& right,
                              const std::string& right_name) {
  std::vector<Shared> shared;
  const auto add = [&shared](Shared found) {
    if (std::ranges::find(shared, found) == shared.end()) shared.push_back(std::move(found));
  };
  const auto left_grounds = dependencies_of(left);
  const auto right_grounds = dependencies_of(right);
  std::set<std::string> implied;  // libraries of strategies that are shared as a whole
  for (const auto& here : left_grounds) {
    for (const auto& there : right_grounds) {
      const auto& [witness, through] = here;
      if (!witness->strategy.empty() && witness->strategy == there.witness->strategy) {
        add({SharedKind::strategy, witness->strategy, strategy_text(here, left_name, there, right_name)});
        implied.insert(witness->mathematics.begin(), witness->mathematics.end());
      }
      if (is_same_given(*witness, *there.witness)) {
        const Quantity quantity = through ? *through : there.through.value_or(Quantity::grids);
        add({SharedKind::given, text_of(quantity), given_text(here, left_name, there, right_name)});
      }
    }
  }
  for (const auto& here : left_grounds) {
    for (const auto& there : right_grounds) {
      for (const auto& library : here.witness->mathematics) {
        const auto& others = there.witness->mathematics;
        if (std::ranges::find(others, library) == others.end() || implied.contains(library)) continue;
        add({SharedKind::mathematics, library, "both count by " + library});
      }
    }
  }
  return shared;
}

std::size_t max_independent_witnesses(std::vector<Witness> witnesses) {
  std::vector<Witness> distinct;
  for (auto& witness : witnesses) {
    witness.configuration.clear();  // the same strategy from the same inputs is the same witness
    if (std::ranges::find(distinct, witness) == distinct.end()) distinct.push_back(std::move(witness));
  }
  const std::size_t size = std::min(distinct.size(), max_members);
  std::vector<Members> sharing(size);
  for (std::size_t left = 0; left < size; ++left) {
    for (std::size_t right = 0; right < size; ++right) {
      const bool shares = left == right || !shared_by(distinct[left], "", distinct[right], "").empty();
      if (shares) sharing[left] |= Members{1} << right;
    }
  }
  return max_independent_set(sharing, size == max_members ? ~Members{0} : (Members{1} << size) - 1);
}

std::optional<Quantity> input_from(const Witness& consumer, const Witness& source) {
  for (const auto& [quantity, producer] : consumer.inputs) {
    const bool is_it = source.given ? is_same_given(producer, source)
                                    : !producer.given && producer.configuration == source.configuration &&
                                          producer.problem == source.problem;
    if (is_it || input_from(producer, source)) return quantity;
  }
  return std::nullopt;
}

}  // namespace gridcensus::host
