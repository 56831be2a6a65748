// What every plugin of the program must do, whoever wrote it. A new plugin joins by being built.
#include "host/catalog/catalog.hpp"
#include "host/graph/engine.hpp"
#include "host/graph/provenance.hpp"
#include "host/isolation/isolate.hpp"
#include "host/records/records.hpp"
#include "support/catalogs.hpp"
#include "support/experiments.hpp"
#include "support/lab.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::load_catalog;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// Shapes that every exact strategy either counts in a moment or refuses.
const std::vector<Shape> small_shapes{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 1},
                                      {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3}, {3, 2}};

/// The smallest shape with enough units to be stopped in the middle, for each strategy the first that it accepts.
const std::vector<Shape> shapes_with_units{{2, 3}, {3, 2}, {2, 2}, {3, 3}};

/// Shapes in ascending order of work, of which every strategy accepts some whose units take long enough to be stopped.
const std::vector<Shape> shapes_with_long_units{{2, 3}, {3, 2}, {1, 6}, {6, 1}, {2, 4}, {4, 2}, {3, 3},
                                                {2, 5}, {5, 2}, {3, 4}, {4, 3}, {4, 4}, {5, 5}};

const Catalog& catalog() {
  static const Catalog loaded = load_catalog(GRIDCENSUS_PLUGINS, GRIDCENSUS_PROGRAM);
  return loaded;
}

std::vector<std::string> plugin_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{GRIDCENSUS_PLUGINS}) {
    if (entry.path().extension() == ".so") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

/// The least that a strategy must be told: a sampler how many samples.
std::string parameters_for(const Plugin& plugin) {
  const auto& yields = plugin.about.yields;
  if (std::ranges::none_of(yields, [](const auto& yield) { return yield.kind == Kind::estimate; })) return "";
  for (const auto& spec : plugin.parameters) {
    if (spec.name == "samples") return "samples: 5000";
  }
  return "";
}

class EveryPlugin : public ::testing::TestWithParam<std::string> {
 protected:
  static const Plugin& plugin() {
    const auto* found = catalog().find(GetParam());
    if (found == nullptr) throw std::out_of_range{"no plugin has the id of its file, " + GetParam()};
    return *found;
  }

  std::unique_ptr<Strategy> strategy() const {
    ParameterValues given;
    if (!parameters_for(plugin()).empty()) given["samples"] = std::int64_t{5000};
    return plugin().create(with_defaults(plugin().parameters, given));
  }

  struct Ran {
    Experiment experiment;
    Plan plan;
    ExperimentResult result;
  };

  /// Runs the plugin on the shape, with whatever exact strategy its inputs need.
  std::unique_ptr<Ran> run(Shape shape, const ExecuteOptions& options, const std::string& more = "") const {
    auto ran = std::make_unique<Ran>();
    ran->experiment = parse_experiment(fmt::format("problems: [{{shape: {}}}]\nstrategies:\n  {}: {{{}}}\n{}",
                                                   to_string(shape), GetParam(), parameters_for(plugin()), more),
                                       "test.yaml", catalog());
    add_missing_suppliers(ran->experiment, catalog);
    ran->plan = make_plan(ran->experiment);
    isolate(ran->plan, ran->experiment, {.program = GRIDCENSUS_PROGRAM, .threads = options.threads});
    ran->result = execute(ran->experiment, ran->plan, options);
    return ran;
  }

  std::optional<Shape> shape_with_units() const {
    for (const auto shape : shapes_with_units) {
      for (const auto& yield : plugin().about.yields) {
        if (!strategy()->why_not({shape}, yield.quantity)) return shape;
      }
    }
    return std::nullopt;
  }
};

/// What the run was given, by the runs before it.
Inputs inputs_of(const Run& run, const ExperimentResult& result) {
  Inputs inputs;
  for (const auto& [quantity, source] : run.sources) {
    const auto& producer = result.runs.at(std::get<std::size_t>(source));
    inputs.emplace(quantity, std::get<Exact>(producer.outcomes.at(quantity)).value);
  }
  return inputs;
}

/// A published number, which a run would take long to find.
Integer published_value(const PublishedValues& published, Shape shape, Quantity quantity) {
  for (const auto& value : published.outcomes) {
    if (value.voice.problem == Problem{shape} && value.quantity == quantity) {
      return std::get<Exact>(value.outcome).value;
    }
  }
  throw std::out_of_range{"nobody has published " + std::string{name_of(quantity)} + " of " + to_string(shape)};
}

/// Everything that a run says, in a form in which no bit is lost.
std::string all_of(const RunResult& run) {
  std::string text = fmt::format("{} units\n", run.units);
  for (const auto& [quantity, outcome] : run.outcomes)
    text += fmt::format("{}: {}\n", name_of(quantity), encode(outcome));
  for (const auto& [name, finding] : run.findings) text += fmt::format("{}: {}\n", name, encode(finding));
  return text;
}

TEST_P(EveryPlugin, IsLoadedAndWellDescribed) {
  for (const auto& refusal : catalog().refusals()) ADD_FAILURE() << refusal.file << ": " << refusal.reason;
  const About& about = plugin().about;
  EXPECT_FALSE(about.summary.empty());
  EXPECT_FALSE(about.source.empty());
  EXPECT_FALSE(about.yields.empty());
  for (const auto& spec : plugin().parameters) EXPECT_FALSE(spec.help.empty()) << spec.name;
  const auto folder = std::filesystem::path{GRIDCENSUS_SOURCE} / "plugins" / about.id;
  EXPECT_TRUE(std::filesystem::exists(folder / "README.md")) << "every plugin folder has a README";
}

TEST_P(EveryPlugin, RefusesUnknownParameters) {
  try {
    parse_experiment(fmt::format("problems: [{{shape: 2x2}}]\nstrategies: {{{}: {{no_such_thing: 1}}}}\n", GetParam()),
                     "test.yaml", catalog());
    FAIL() << "expected BadInput";
  } catch (const BadInput& error) {
    EXPECT_THAT(to_string(error.diagnostics().at(0)), HasSubstr("no_such_thing"));
  }
}

TEST_P(EveryPlugin, IsRightOnSmallProblemsOrSaysWhyNot) {
  const auto published = read_published_values(GRIDCENSUS_PUBLISHED_VALUES);
  int values = 0;
  for (const auto shape : small_shapes) {
    bool is_counted = false;
    for (const auto& yield : plugin().about.yields) {
      const auto reason = strategy()->why_not({shape}, yield.quantity);
      if (reason)
        EXPECT_GT(reason->size(), 10) << "a reason that helps: " << *reason;
      else
        is_counted = true;
    }
    if (!is_counted) continue;
    const auto ran = run(shape, {.threads = 2, .published = &published});
    EXPECT_EQ(ran->result.exit_code(), ExitCode::all_agree) << to_string(shape);
    for (const auto& entry : ran->result.runs) {
      EXPECT_EQ(entry.message, "") << to_string(shape);
      values += static_cast<int>(entry.outcomes.size());
    }
  }
  EXPECT_GT(values, 0) << "a strategy that counts no small shape cannot be checked";
}

TEST_P(EveryPlugin, GivesTheSameAtAnyNumberOfThreads) {
  const auto shape = shape_with_units();
  if (!shape) GTEST_SKIP() << "no shape of this size is accepted";
  const auto one = run(*shape, {.threads = 1});
  const auto eight = run(*shape, {.threads = 8});
  for (std::size_t i = 0; i < one->result.runs.size(); ++i) {
    EXPECT_EQ(all_of(one->result.runs[i]), all_of(eight->result.runs[i]));
  }
}

TEST_P(EveryPlugin, GivesTheSameInProcessesOfItsOwn) {
  const auto shape = shape_with_units();
  if (!shape) GTEST_SKIP() << "no shape of this size is accepted";
  const auto here = run(*shape, {.threads = 2});
  const auto apart = run(*shape, {.threads = 2}, "isolate: process\n");
  for (std::size_t i = 0; i < here->result.runs.size(); ++i) {
    EXPECT_EQ(all_of(here->result.runs[i]), all_of(apart->result.runs[i]));
    EXPECT_EQ(apart->result.runs[i].message, "");
  }
}

TEST_P(EveryPlugin, ItsUnitsObeyTheirDivisorsAndAddUpInAnyOrder) {
  const auto shape = shape_with_units();
  if (!shape) GTEST_SKIP() << "no shape of this size is accepted";
  std::set<Quantity> quantities;
  for (const auto& yield : plugin().about.yields) {
    if (!strategy()->why_not({*shape}, yield.quantity)) quantities.insert(yield.quantity);
  }
  Inputs inputs;
  if (!strategy()->needs({*shape}, quantities).empty()) {
    const auto ran = run(*shape, {.threads = 2});
    inputs = inputs_of(ran->plan.runs.back(), ran->result);
  }
  const auto job = strategy()->prepare({{*shape}, quantities, inputs, {}});
  const Forecast forecast = strategy()->forecast({*shape}, quantities);
  EXPECT_EQ(forecast.units.value_or(job->units()), job->units());
  if (forecast.memory_bytes) {
    EXPECT_GT(*forecast.memory_bytes, 100U) << "of bytes, not of mebibytes";
    EXPECT_LT(*forecast.memory_bytes, std::uint64_t{1} << 30U) << "such a shape does not need that much";
  }
  const auto units = std::min<std::uint64_t>(job->units(), 200);
  Tally forwards;
  Tally backwards;
  for (std::uint64_t i = 0; i < units; ++i) {
    for (auto [tally, unit] : {std::pair{&forwards, i}, {&backwards, units - 1 - i}}) {
      UnitContext context{1, 2, unit, {}};
      const Tally part = job->run(unit, context);
      for (const auto& [name, divisor] : job->divisors(unit)) EXPECT_EQ(part.sum(name) % divisor, 0) << name;
      EXPECT_GT(job->weight(unit), 0);
      tally->add(part);
    }
  }
  EXPECT_EQ(forwards.sums(), backwards.sums());
  EXPECT_EQ(forwards.tables(), backwards.tables());
}

TEST_P(EveryPlugin, ResumesToTheSameNumbers) {
  const auto shape = shape_with_units();
  if (!shape) GTEST_SKIP() << "no shape of this size is accepted";
  const auto whole = run(*shape, {.threads = 2});
  // A ledger with every other unit, as if the rest had been lost in a crash.
  const TemporaryFolder folder;
  Ledger ledger{folder / "test.ledger"};
  const auto first = run(*shape, {.threads = 2, .ledger = &ledger});
  Ledger half{folder / "half.ledger"};
  for (const auto& entry : first->plan.runs) {
    const Inputs inputs = inputs_of(entry, first->result);
    const auto from = ledger.find_run(identity_of(entry, inputs));
    const auto to = half.open_run(provenance_of(entry, inputs));
    auto records = ledger.units(from.value());
    std::erase_if(records, [](const UnitRecord& record) { return record.unit % 2 == 0; });
    half.store_units(to, records, 1);
  }
  const auto resumed = run(*shape, {.threads = 2, .ledger = &half});
  for (std::size_t i = 0; i < whole->result.runs.size(); ++i) {
    EXPECT_EQ(all_of(whole->result.runs[i]), all_of(resumed->result.runs[i]));
    EXPECT_EQ(resumed->result.runs[i].resumed_units, whole->result.runs[i].units / 2);
  }
}

/// What asking a unit to stop in its middle came to.
enum class StopSeen { no, at_once, late };

StopSeen stop_in_the_middle(const Job& job, std::uint64_t unit) {
  // The first time may be before the unit begins, the second as it does.
  std::atomic<std::int64_t> asks{3};
  UnitContext context{1, 2, unit, StopToken::counting_down(asks)};
  try {
    job.run(unit, context);
  } catch (const Stopped&) {
  }
  if (!context.has_seen_stop()) return StopSeen::no;
  constexpr int times_that_are_soon = 100;
  return asks > -times_that_are_soon ? StopSeen::at_once : StopSeen::late;
}

// A unit of a small shape may be over before it asks again. One that takes long must not be.
TEST_P(EveryPlugin, StopsInTheMiddleOfAUnit) {
  constexpr std::uint64_t units_tried = 20;
  const auto published = read_published_values(GRIDCENSUS_PUBLISHED_VALUES);
  for (const auto shape : shapes_with_long_units) {
    for (const auto& yield : plugin().about.yields) {
      if (strategy()->why_not({shape}, yield.quantity)) continue;
      Inputs inputs;
      for (const auto input : strategy()->needs({shape}, {yield.quantity})) {
        inputs.emplace(input, published_value(published, shape, input));
      }
      const auto job = strategy()->prepare({{shape}, {yield.quantity}, inputs, {}});
      for (std::uint64_t unit = 0; unit < std::min(job->units(), units_tried); ++unit) {
        const auto seen = stop_in_the_middle(*job, unit);
        ASSERT_NE(seen, StopSeen::late) << "unit " << unit << " of " << to_string(shape) << " goes on after a stop";
        if (seen == StopSeen::at_once) return;
      }
    }
  }
  FAIL() << "no unit asks again, once it works, whether it shall stop";
}

TEST_P(EveryPlugin, LeavesStdoutAlone) {
  const auto shape = shape_with_units();
  if (!shape) GTEST_SKIP() << "no shape of this size is accepted";
  const TemporaryFolder folder;
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  const int file = open((folder / "stdout").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  dup2(file, STDOUT_FILENO);
  run(*shape, {.threads = 2});
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  close(file);
  EXPECT_EQ(std::filesystem::file_size(folder / "stdout"), 0);
}

INSTANTIATE_TEST_SUITE_P(Conformance, EveryPlugin, ::testing::ValuesIn(plugin_files()),
                         [](const auto& plugin) { return plugin.param; });

}  // namespace
