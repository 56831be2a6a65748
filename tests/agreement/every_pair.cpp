// Every pair of strategies on every small shape that both accept: values of the same quantity must be compared and
// agree. A new plugin is included when it is built.
#include "host/catalog/catalog.hpp"
#include "host/judge/judge.hpp"
#include "host/plan/plan.hpp"
#include "support/catalogs.hpp"
#include "support/experiments.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gridcensus {

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
void PrintTo(Shape shape, std::ostream* out) { *out << to_string(shape); }

}  // namespace gridcensus

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::data_folder;
using gridcensus::testing::load_catalog;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::plugin_folder;

/// Returns all shapes up to side 6, and larger ones that many strategies count in a moment.
std::vector<Shape> small_shapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= 6; ++rows) {
    for (int cols = 1; rows * cols <= 6; ++cols) shapes.push_back({rows, cols});
  }
  shapes.insert(shapes.end(), {{2, 4}, {4, 2}, {3, 3}});
  return shapes;
}

const Catalog& catalog() {
  static const Catalog loaded = load_catalog(plugin_folder());
  return loaded;
}

/// A strategy with only its required parameters: for a sampler, the number of samples.
struct Candidate {
  const Plugin* plugin = nullptr;
  ParameterValues values;
  std::string parameters;  ///< the same for an experiment file
  std::unique_ptr<Strategy> strategy;

  Offer offer(Shape shape) const { return plugin->offer(*strategy, values, {shape}, plugin->counted()); }
  bool takes(Shape shape, Quantity quantity) const {
    return plugin->find_answer(quantity) != nullptr && !offer(shape).refused.contains(plugin->counted_for(quantity));
  }
  /// Returns the quantities that it yields for a shape, or the quantities from which they follow.
  std::set<Quantity> bases(Shape shape) const {
    std::set<Quantity> found;
    for (const auto& answer : plugin->answers) {
      if (takes(shape, answer.quantity)) found.insert(reduction(answer.quantity, {shape}).base);
    }
    return found;
  }
  Kind kind(Shape shape, Quantity quantity) const { return offer(shape).kinds.at(plugin->counted_for(quantity)); }
};

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = [] {
    std::vector<Candidate> made;
    for (const auto& [id, plugin] : catalog().plugins()) {
      // Programs are slow on shapes that are small here, and may not be installed: experiments/outside.yaml compares
      // them.
      if (plugin.program != nullptr) continue;
      Candidate candidate{.plugin = &plugin, .values = {}, .parameters = {}, .strategy = nullptr};
      const bool samples =
          std::ranges::any_of(plugin.answers, [](const Answer& a) { return a.kind == Kind::estimate; });
      if (samples) {
        candidate.values["samples"] = std::int64_t{2000};
        candidate.parameters = "samples: 2000";
      }
      candidate.values = with_defaults(plugin.parameters, candidate.values);
      candidate.strategy = plugin.create(candidate.values);
      made.push_back(std::move(candidate));
    }
    return made;
  }();
  return all;
}

/// Returns the source of each input: exact strategies in turn, so consumers do not all depend on the same one.
std::string inputs_of(const Candidate& consumer, Shape shape, std::size_t turn) {
  std::set<Quantity> needed;
  for (const auto& [quantity, of] : consumer.offer(shape).inputs) needed.insert(of.begin(), of.end());
  std::string inputs;
  for (const auto input : needed) {
    std::vector<std::string> suppliers;
    for (const auto& supplier : candidates()) {
      const bool is_exact = supplier.takes(shape, input) && supplier.kind(shape, input) == Kind::exact;
      if (is_exact && supplier.plugin != consumer.plugin) suppliers.push_back(supplier.plugin->about.id);
    }
    if (suppliers.empty()) continue;
    inputs += (inputs.empty() ? "" : ", ") + std::string{name_of(input)} + ": " + suppliers[turn % suppliers.size()];
  }
  return inputs.empty() ? "" : "inputs: {" + inputs + "}";
}

std::string experiment_on(Shape shape) {
  std::string text = "problems: [{shape: " + to_string(shape) + "}]\ncompare: {confidence: 0.9999}\nstrategies:\n";
  std::size_t turn = 0;
  for (const auto& candidate : candidates()) {
    const std::string inputs = inputs_of(candidate, shape, turn);
    if (!inputs.empty()) ++turn;
    const std::string comma = candidate.parameters.empty() || inputs.empty() ? "" : ", ";
    text += "  " + candidate.plugin->about.id + ": {" + candidate.parameters + comma + inputs + "}\n";
  }
  return text;
}

/// Returns whether two answers are expected to be compared: neither is an approximation, and both have enough samples.
bool are_values(const Outcome& left, const Outcome& right) {
  const auto is_value = [](const Outcome& outcome) {
    return kind_of(outcome) == Kind::exact || kind_of(outcome) == Kind::estimate;
  };
  return is_value(left) && is_value(right);
}

class EveryPair : public ::testing::TestWithParam<Shape> {};

TEST_P(EveryPair, IsComparedAndAgrees) {
  const Shape shape = GetParam();
  const auto published = read_published_values(data_folder() / "published_values");
  const auto experiment = parse_experiment(experiment_on(shape), "every_pair.yaml", catalog());
  const auto plan = make_plan(experiment);
  const auto result = execute(experiment, plan, {.threads = 2});
  const auto document = judged(experiment, plan, result, &published);
  EXPECT_EQ(document.exit, ExitCode::all_agree);

  const auto outcome_of = [&](const Candidate& candidate, Quantity base) -> const Outcome* {
    for (const auto& run : plan.runs) {
      if (run.configuration->plugin != candidate.plugin) continue;
      for (const auto& [quantity, outcome] : result.runs[run.number].outcomes) {
        if (reduction(quantity, run.problem).base == base) return &outcome;
      }
    }
    return nullptr;
  };
  const auto verdict_of = [&](const std::string& left, const std::string& right, Quantity base) {
    for (const auto& comparison : document.verdicts) {
      const auto& [subject, here, there] = std::tie(comparison.subject, comparison.left, comparison.right);
      const bool is_pair = (here.name == left && there.name == right) || (here.name == right && there.name == left);
      if (is_pair && here.quantity && reduction(*here.quantity, here.problem).base == base) {
        return std::string{name_of(comparison.verdict)};
      }
    }
    return std::string{"not compared"};
  };
  const auto& all = candidates();
  for (auto left = all.begin(); left != all.end(); ++left) {
    for (auto right = left + 1; right != all.end(); ++right) {
      const auto left_bases = left->bases(shape);
      for (const auto base : right->bases(shape)) {
        const Outcome* const here = outcome_of(*left, base);
        const Outcome* const there = outcome_of(*right, base);
        if (!left_bases.contains(base) || here == nullptr || there == nullptr || !are_values(*here, *there)) continue;
        const bool are_exact = kind_of(*here) == Kind::exact && kind_of(*there) == Kind::exact;
        EXPECT_EQ(verdict_of(left->plugin->about.id, right->plugin->about.id, base), are_exact ? "equal" : "consistent")
            << name_of(base) << " of " << to_string(shape) << " by " << left->plugin->about.id << " and "
            << right->plugin->about.id;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SmallShapes, EveryPair, ::testing::ValuesIn(small_shapes()),
                         [](const auto& shape) { return "Of" + to_string(shape.param); });

// None of the tests above is empty: two strategies that answer the same question both accept some of the shapes.
TEST(Pairs, CountACommonSmallShape) {
  const auto& all = candidates();
  EXPECT_GE(all.size(), 12U);
  int pairs = 0;
  for (auto left = all.begin(); left != all.end(); ++left) {
    for (auto right = left + 1; right != all.end(); ++right) {
      for (const auto& answer : left->plugin->answers) {
        if (answer.follows_from || right->plugin->find_answer(answer.quantity) == nullptr) continue;
        // Samplers divide by the group if automorphisms are rare, which excludes small shapes.
        const bool is_sampled = left->kind({2, 3}, answer.quantity) == Kind::estimate ||
                                right->kind({2, 3}, answer.quantity) == Kind::estimate;
        if (answer.quantity == Quantity::essentially_different && is_sampled) continue;
        int shapes = 0;
        for (const auto shape : small_shapes()) {
          if (left->takes(shape, answer.quantity) && right->takes(shape, answer.quantity)) ++shapes;
        }
        EXPECT_GT(shapes, 0) << name_of(answer.quantity) << " by " << left->plugin->about.id << " and "
                             << right->plugin->about.id;
        ++pairs;
      }
    }
  }
  EXPECT_GE(pairs, 30);
}

}  // namespace
