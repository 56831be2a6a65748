// Strategies that get a sum that their units cannot give: without a unit or a name, or with other rows in a table.
// `verify` asks only about sums that it has checked, but a ledger may be forged. Any reaction other than an exception
// or a report ends this program.
#include "gridcensus/rules.hpp"
#include "host/catalog/catalog.hpp"
#include "support/catalogs.hpp"
#include "support/jobs.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

/// A sum in parts that can be changed one by one.
struct Parts {
  std::map<std::string, Integer, std::less<>> sums;
  std::map<std::string, Moments, std::less<>> moments;
  std::map<std::string, Table, std::less<>> tables;

  explicit Parts(const Tally& total) : sums{total.sums()}, moments{total.all_moments()}, tables{total.tables()} {}
  Tally tally() const {
    Tally tally;
    for (const auto& [name, value] : sums) tally.add(name, value);
    for (const auto& [name, value] : moments) tally.add(name, value);
    for (const auto& [name, value] : tables) tally.add(name, value);
    return tally;
  }
};

template <class Value>
using Changes = std::vector<std::pair<std::string, std::function<void(Value&)>>>;

Changes<Integer> changes_of_sums() {
  return {{"its negative", [](Integer& sum) { sum = -sum; }},
          {"zero", [](Integer& sum) { sum = 0; }},
          {"one more", [](Integer& sum) { ++sum; }},
          {"something large", [](Integer& sum) { sum = power(10, 60); }}};
}

Changes<Moments> changes_of_moments() {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  return {{"no sample", [](Moments& moments) { moments = {}; }},
          {"one sample", [](Moments& moments) { moments.count = 1; }},
          {"many samples", [](Moments& moments) { moments.count = std::numeric_limits<std::uint64_t>::max(); }},
          {"no number", [](Moments& moments) { moments = {moments.count, nan, nan, nan, nan, nan, nan}; }},
          {"less than no spread", [](Moments& moments) { moments.squares = -moments.squares - 1; }}};
}

Changes<Table> changes_of_tables() {
  Changes<Table> changes{{"no row", [](Table& table) { table.rows.clear(); }},
                         {"one row less",
                          [](Table& table) {
                            if (!table.rows.empty()) table.rows.erase(table.rows.begin());
                          }},
                         {"no column",
                          [](Table& table) {
                            table.columns.clear();
                            for (auto& [name, row] : table.rows) row.clear();
                          }},
                         {"zeros", [](Table& table) {
                            for (auto& [name, row] : table.rows) row.assign(row.size(), 0);
                          }}};
  for (const char* const row : {"", "x", "-1", "999999", "99999999999999999999999", "1 0", "0 1"}) {
    changes.emplace_back("a row \"" + std::string{row} + "\"",
                         [row](Table& table) { table.rows[row] = std::vector<Integer>(table.columns.size(), 1); });
  }
  return changes;
}

using Damaged = std::vector<std::pair<std::string, Tally>>;

/// Adds, for each entry of one kind, the sum without the entry and with each change of it.
template <class Entries, class Value>
void add_changed(const Tally& total, Entries Parts::*kind, const Changes<Value>& changes, Damaged& damaged) {
  const Parts parts{total};
  for (const auto& [name, value] : parts.*kind) {
    Parts without = parts;
    (without.*kind).erase(name);
    damaged.emplace_back(name + " is missing", without.tally());
    for (const auto& [what, change] : changes) {
      Parts changed = parts;
      change((changed.*kind).at(name));
      damaged.emplace_back(name + ": " + what, changed.tally());
    }
  }
}

/// Returns sums that the units of the job do not give.
Damaged damaged_sums(const Job& job) {
  std::vector<Tally> units;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) {
    const UnitContext context{{1, 0, unit}};
    units.push_back(job.run(unit, context));
  }
  Damaged damaged{{"nothing", Tally{}}};
  constexpr std::size_t max_left_out = 12;
  for (std::size_t left_out = 0; left_out < std::min(units.size(), max_left_out); ++left_out) {
    Tally sum;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (i != left_out) sum.add(units[i]);
    }
    damaged.emplace_back("all but unit " + std::to_string(left_out), sum);
  }
  Tally total;
  for (const Tally& unit : units) total.add(unit);
  add_changed(total, &Parts::sums, changes_of_sums(), damaged);
  add_changed(total, &Parts::moments, changes_of_moments(), damaged);
  add_changed(total, &Parts::tables, changes_of_tables(), damaged);
  return damaged;
}

/// Returns the parameters of a strategy with one choice changed at a time, with few samples or without. Omits
/// combinations that the strategy rejects.
std::vector<ParameterValues> all_values(const Plugin& plugin) {
  std::vector<ParameterValues> all;
  const auto add = [&](const ParameterValues& given) {
    try {
      const ParameterValues values = with_defaults(plugin.parameters, given);
      plugin.create(values);
      all.push_back(values);
    } catch (const std::invalid_argument&) {
      // Rejected: skip them.
    }
  };
  const auto has = [&](const char* name) {
    return std::ranges::find(plugin.parameters, name, &ParameterSpec::name) != plugin.parameters.end();
  };
  ParameterValues few_samples;  // not too few for the offer of a sampler
  if (has("samples")) few_samples["samples"] = std::int64_t{2000};
  if (has("automorphisms")) few_samples["automorphisms"] = true;
  for (const ParameterValues& given : {ParameterValues{}, few_samples}) {
    add(given);
    for (const ParameterSpec& spec : plugin.parameters) {
      for (const std::string& choice : spec.choices) {
        ParameterValues chosen = given;
        chosen[spec.name] = choice;
        add(chosen);
      }
    }
  }
  return all;
}

/// Returns the inputs of an offer, counted by `enumeration`.
Inputs inputs_of(const Catalog& catalog, const Offer& offer, const Problem& problem) {
  std::set<Quantity> all;
  for (const auto& [quantity, needed] : offer.inputs) all.insert(needed.begin(), needed.end());
  Inputs inputs;
  for (const Quantity needed : all) {
    const Plugin& supplier = *catalog.find("enumeration");
    const auto job = supplier.create(with_defaults(supplier.parameters, {}))->prepare({problem, {needed}, {}, {}});
    inputs.emplace(needed, std::get<Exact>(gridcensus::testing::report_of(*job).outcomes.at(needed)).value);
  }
  return inputs;
}

/// Passes damaged sums to a strategy. Returns their number.
std::size_t ask(const Catalog& catalog, const Plugin& plugin, const ParameterValues& values, const Problem& problem) {
  const auto strategy = plugin.create(values);
  std::set<Quantity> quantities = plugin.counted();
  const Offer offer = plugin.offer(*strategy, values, problem, quantities);
  std::erase_if(quantities, [&](Quantity quantity) { return offer.refused.contains(quantity); });
  if (quantities.empty()) return 0;
  const Inputs inputs = inputs_of(catalog, offer, problem);
  const auto job = strategy->prepare({problem, quantities, inputs, {}});
  const auto damaged = damaged_sums(*job);
  for (const auto& [what, sum] : damaged) {
    // The last line names the sum that crashed.
    std::cerr << plugin.about.id << " on " << to_string(problem) << ": " << what << '\n';
    try {
      job->conclude(sum, job->units());
    } catch (const std::exception&) {
      // Expected.
    }
  }
  return damaged.size();
}

TEST(DamagedSums, NeverCrashAStrategy) {
  CatalogOptions options;
  options.directories = {gridcensus::testing::plugin_folder()};
  const Catalog catalog = gridcensus::testing::load_catalog(std::move(options));
  ASSERT_GT(catalog.plugins().size(), 10U);
  for (const auto& [id, plugin] : catalog.plugins()) {
    if (plugin.program != nullptr) continue;  // a program crashes in its own process: tests/faults/programs.cpp
    std::size_t asked = 0;
    for (const ParameterValues& values : all_values(plugin)) {
      for (const Problem& problem : {Problem{{2, 3}}, Problem{{3, 2}}, parse_problem({2, 2}, "diagonal")}) {
        asked += ask(catalog, plugin, values, problem);
      }
    }
    EXPECT_GT(asked, 10U) << id;
  }
}

}  // namespace
}  // namespace gridcensus::host
