#include "russell_jarvis/automorphisms_findings.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <set>
#include <string>
#include <utility>

namespace gridcensus::russell_jarvis {

namespace {

std::string kinds_name(std::size_t class_number) { return "kinds " + std::to_string(class_number); }

/// Returns a kind as the name of a row: "order of the automorphism group, those of prime order".
std::string name_of(const AutomorphismKind& kind) {
  return std::to_string(kind.order) + " " + std::to_string(kind.of_prime_order);
}

AutomorphismKind kind_of(const std::string& name) {
  const auto blank = name.find(' ');
  return {std::stoi(name.substr(0, blank)), std::stoi(name.substr(blank))};
}

/// Returns the number of pairs of a map of prime order and a grid that it fixes, by kind.
Automorphisms::Counts pairs_of(const Automorphisms& automorphisms, const SymmetryClasses& classes, const Tally& total,
                               const std::vector<std::optional<Integer>>& fixed_grids) {
  std::set<std::size_t> numbers;
  for (std::size_t task = 0; task < automorphisms.tasks(); ++task) numbers.insert(automorphisms.symmetry_class(task));
  Automorphisms::Counts pairs;
  for (const std::size_t number : numbers) {
    Integer listed = 0;
    for (const auto& [kind, grids] : total.table(kinds_name(number)).rows) {
      pairs[kind_of(kind)] += grids.at(0) * Integer{classes.at(number).size};
      listed += grids.at(0);
    }
    if (listed != fixed_grids[number]) {
      throw BrokenInvariant{"class " + classes.name(number) + " fixes " + to_decimal(listed) +
                            " grids by listing, and " + to_decimal(fixed_grids[number].value_or(0)) + " by counting"};
    }
  }
  return pairs;
}

}  // namespace

void add_kinds(const Automorphisms& automorphisms, std::size_t task, const Poll& poll, Tally& tally) {
  Table kinds{.key = "kind", .columns = {"grids"}, .rows = {}};
  for (const auto& [kind, grids] : automorphisms.count(task, poll)) kinds.add(name_of(kind), {grids});
  tally.add(kinds_name(automorphisms.symmetry_class(task)), kinds);
}

Findings by_automorphisms(const Automorphisms& automorphisms, const SymmetryClasses& classes, const Tally& total,
                          const CountedGrids& counted) {
  Table by_order{.key = "automorphisms", .columns = {"essentially_different"}, .rows = {}};
  Integer symmetric = 0;
  Integer grids = 0;
  const auto add = [&](int order, const Integer& orbits) {
    by_order.add(std::to_string(order), {orbits});
    grids += orbits * counted.relabellings * classes.group_order() / order;
  };
  const auto pairs = pairs_of(automorphisms, classes, total, counted.fixed_grids);
  for (const auto& [order, orbits] : automorphisms.essentially_different(pairs)) {
    add(order, orbits);
    symmetric += orbits;
  }
  if (symmetric < counted.essentially_different) add(1, counted.essentially_different - symmetric);
  if (grids != counted.grids) {
    throw BrokenInvariant{"the orbits by automorphisms add up to " + to_decimal(grids) + " grids, not the " +
                          to_decimal(counted.grids) + " of the input"};
  }
  Findings findings;
  findings.emplace("essentially_different_by_automorphisms",
                   Finding{std::move(by_order), "Essentially different grids by the number of their automorphisms"});
  findings.emplace(
      "essentially_different_with_automorphisms",
      Finding{Exact{symmetric}, "Essentially different grids with an automorphism other than the identity"});
  return findings;
}

}  // namespace gridcensus::russell_jarvis
