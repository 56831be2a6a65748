#include "program.hpp"
#include "support/evidence.hpp"
#include "support/places.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

namespace {

using gridcensus::testing::fault_folder;
using gridcensus::testing::Program;
using gridcensus::testing::TemporaryFolder;
using nlohmann::json;
using ::testing::HasSubstr;

/// An experiment file in its own folder, where its ledger is created, too.
class ExperimentFixture {
 public:
  explicit ExperimentFixture(const std::string& yaml, std::vector<std::string> plugins = {})
      : plugins_{std::move(plugins)} {
    std::ofstream{folder_ / "test.yaml"} << yaml;
  }

  std::vector<std::string> arguments(const std::string& command, const std::vector<std::string>& more) const {
    std::vector<std::string> all{command, "test.yaml"};
    all.insert(all.end(), more.begin(), more.end());
    for (const auto& plugin : plugins_) all.insert(all.end(), {"--plugin-dir", fault_folder(plugin)});
    return all;
  }
  Program::Options options() const { return {.folder = folder_.path(), .environment = {}, .to_file = {}}; }

  Program::Ended run(const std::vector<std::string>& more) const {
    return Program::run(arguments("run", more), options());
  }
  Program::Ended plan() const { return Program::run(arguments("plan", {}), options()); }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> plugins_;
};

/// Returns the document without the fields that may differ between two runs: times, producer, and whether the ledger
/// had the result.
json without_times(json document) {
  for (const auto& [key, value] : document.items()) {
    if (value.is_structured()) value = without_times(value);
  }
  if (document.is_object()) {
    document.erase("seconds");
    document.erase("unit_seconds");
    document.erase("produced");
    document.erase("reused");
  }
  return document;
}

std::vector<bool> reused_flags(const json& document) {
  std::vector<bool> flags;
  for (const auto& run : document["runs"]) flags.push_back(run["reused"].get<bool>());
  return flags;
}

constexpr auto agreeing =
    "problems: [{shape: 2x3}, {shape: 3x2}, {shape: 3x3}]\n"
    "strategies: {enumeration: {}, band_classes: {}}\n";
constexpr auto sampling =
    "problems: [{shape: 2x2}, {shape: 2x3}]\n"
    "strategies:\n"
    "  band_classes: {quantities: [grids]}\n"
    "  by_samples: {strategy: sampler, samples: 30000, batch: 500}\n"
    "  by_error: {strategy: sampler, relative_error: 0.02, batch: 100}\n"
    "seed: 11\n";

TEST(Run, GivesTheSameResultForAnyNumberOfThreads) {
  for (const auto& [yaml, plugins] : {std::pair{agreeing, std::vector<std::string>{}}, {sampling, {"sampler"}}}) {
    const ExperimentFixture fixture{yaml, plugins};
    const auto one = fixture.run({"--threads", "1", "--no-ledger", "--json", "-"});
    const auto two = fixture.run({"--threads", "2", "--no-ledger", "--json", "-"});
    const auto five = fixture.run({"--threads", "5", "--no-ledger", "--json", "-"});
    ASSERT_EQ(one.status, 0) << one.err << one.out;
    EXPECT_EQ(without_times(one.json()), without_times(two.json()));
    EXPECT_EQ(without_times(one.json()), without_times(five.json()));
  }
}

TEST(Run, ReusesFinishedRunsUnlessRecounting) {
  const ExperimentFixture fixture{agreeing};
  EXPECT_THAT(fixture.plan().out, HasSubstr("there is no ledger"));
  const auto first = fixture.run({"--json", "-"});
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_TRUE(std::filesystem::exists(fixture.file("test.ledger")));
  EXPECT_THAT(fixture.plan().out, HasSubstr("reused"));
  const auto second = fixture.run({"--json", "-"});
  EXPECT_THAT(reused_flags(second.json()), ::testing::Each(true));
  EXPECT_EQ(without_times(first.json()), without_times(second.json()));
  EXPECT_THAT(fixture.run({}).out, HasSubstr("Reused from the ledger: 5 of 5 runs"));
  EXPECT_THAT(reused_flags(fixture.run({"--recount", "--json", "-"}).json()), ::testing::Each(false));
}

TEST(Run, PlanMeasuresTheCostOfRuns) {
  const ExperimentFixture fixture{agreeing};
  const auto planned = Program::run(fixture.arguments("plan", {"--measure", "60", "--json", "-"}), fixture.options());
  ASSERT_EQ(planned.status, 0) << planned.err;
  const json document = planned.json();
  ASSERT_EQ(document["runs"].size(), 5);
  for (const auto& run : document["runs"]) {
    // All units of these runs are counted within the time.
    EXPECT_EQ(run["measurement"]["measured_units"], run["units"]) << run;
    EXPECT_EQ(run["measurement"]["standard_error"], 0) << run;
    EXPECT_GT(run["measurement"]["unit_seconds"], 0) << run;
  }
  EXPECT_FALSE(std::filesystem::exists(fixture.file("test.ledger"))) << "a plan keeps nothing";
  EXPECT_EQ(Program::run(fixture.arguments("plan", {"--measure", "soon"}), fixture.options()).status, 2);
}

TEST(Run, PlanForecastsSamplingByTargetErrorAndTimeLimit) {
  const ExperimentFixture fixture{
      "problems: [{shape: 2x3}]\n"
      "strategies:\n"
      "  by_error: {strategy: sampler, relative_error: 1.0e-4}\n"
      "  by_time: {strategy: sampler, seconds: 7}\n",
      {"sampler"}};
  const auto measured = [&](const std::string& form) {
    return Program::run(fixture.arguments("plan", {"--measure", "1", "--json", form}), fixture.options());
  };
  const json runs = measured("-").json()["runs"];
  EXPECT_EQ(runs[0]["measurement"]["units"], nullptr);
  EXPECT_GT(runs[0]["measurement"]["target_units"], runs[0]["measurement"]["measured_units"]);
  EXPECT_GT(runs[0]["measurement"]["unit_seconds"], 1);
  EXPECT_GT(runs[0]["measurement"]["standard_error"], 0);
  EXPECT_EQ(runs[1]["measurement"]["unit_seconds"], nullptr);
  EXPECT_EQ(runs[1]["measurement"]["seconds_limit"], 7);
  const auto planned = Program::run(fixture.arguments("plan", {"--measure", "0"}), fixture.options());
  EXPECT_THAT(planned.out, HasSubstr(", needs about "));
  // Problem and configuration name a run, so the cost needs no column of quantities.
  EXPECT_THAT(planned.out, ::testing::Not(HasSubstr("quantities")));
  EXPECT_THAT(planned.out, HasSubstr(" 7.0 s a thread\n"));
}

TEST(Run, PlanReportsWhyARunIsNew) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\n"};
  ASSERT_EQ(fixture.run({}).status, 0);
  std::ofstream{fixture.file("test.yaml")} << "problems: [{shape: 2x2}]\nstrategies: {enumeration: {max_side: 7}}\n";
  EXPECT_THAT(fixture.plan().out, HasSubstr("with different parameters"));
}

TEST(Run, EndsWithTheExitCodeOfItsOutcome) {
  const auto status_of = [](const std::string& strategy, const std::string& parameters = "") {
    const ExperimentFixture fixture{
        "problems: [{shape: 2x2}]\nstrategies: {band_classes: {}, " + strategy + ": {" + parameters + "}}\n",
        {strategy}};
    const auto ended = fixture.run({"--json", "-"});
    EXPECT_EQ(ended.json()["exit"], ended.status);
    return ended.status;
  };
  EXPECT_EQ(status_of("slow_units"), 0);
  EXPECT_EQ(status_of("misbehaves", "mode: throw_text"), 1);
  EXPECT_EQ(status_of("misbehaves", "mode: throw_int"), 1);
  EXPECT_EQ(status_of("misbehaves", "mode: throw_text, at: prepare"), 1);
  EXPECT_EQ(status_of("faulty", "fault: counts_wrong"), 3);
  EXPECT_EQ(status_of("faulty", "fault: breaks_divisor"), 3);
  EXPECT_EQ(status_of("misbehaves", "mode: throw_broken, at: prepare"), 3);
  EXPECT_EQ(status_of("misbehaves", "mode: throw_broken"), 3);
  EXPECT_EQ(status_of("faulty", "fault: breaks_theorem_in_conclude"), 3);
  EXPECT_EQ(status_of("faulty", "fault: false_bound"), 3);
}

TEST(Run, ShowsBothValuesOfADisagreement) {
  const ExperimentFixture fixture{
      "problems: [{shape: 2x2}]\nstrategies: {band_classes: {}, faulty: {fault: counts_wrong}}\n", {"faulty"}};
  const auto ended = fixture.run({});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.out, HasSubstr("NO. "));
  EXPECT_THAT(ended.out, HasSubstr("DISAGREE: grids of 2x2\n  289  by faulty 1 on 2x2 (fault counts_wrong)\n  288\n"));
}

TEST(Run, ShowsTheMostPreciseEstimateOfAFinding) {
  const std::string problem = "problems: [{shape: 2x3}]\nseed: 1\nstrategies:\n";
  const std::string precise = "  precise: {strategy: stack_product, samples: 4000}\n";
  const std::string rough = "  rough: {strategy: stack_product, samples: 400}\n";
  const auto line = [](const std::string& text) {
    const auto name = text.find("\ngrids_per_ksp: ");
    const auto begin = text.find("\n  2x3  ", name);
    return begin == std::string::npos ? "no such finding"
                                      : text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
  };
  const std::string alone = line(ExperimentFixture{problem + precise}.run({"--findings"}).out);
  const auto end = alone.find("  precise  alone");
  ASSERT_NE(end, std::string::npos) << alone;
  EXPECT_EQ(line(ExperimentFixture{problem + rough + precise}.run({"--findings"}).out),
            alone.substr(0, end) + "  precise, rough  alone")
      << "they share their method";
}

TEST(Run, ReportsTenMistakesWithLocationsAndChangesNothing) {
  const ExperimentFixture fixture{""};
  std::filesystem::copy_file(gridcensus::testing::bad_experiments_folder() / "ten_mistakes.yaml",
                             fixture.file("test.yaml"), std::filesystem::copy_options::overwrite_existing);
  const auto ended = fixture.run({});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 10) << ended.err;
  std::istringstream lines{ended.err};
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, ::testing::MatchesRegex("error: test\\.yaml:[0-9]+:[0-9]+: .*"));
  }
  EXPECT_FALSE(std::filesystem::exists(fixture.file("test.ledger")));
}

TEST(Run, EndsWithSixIfTheLedgerCannotBeUsed) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {band_classes: {}}\n"};
  std::ofstream{fixture.file("bad.ledger")} << "this is no database, and long enough to be looked at as one";
  std::filesystem::create_directory(fixture.file("folder"));
  for (const std::string name : {"bad.ledger", "folder", "missing/test.ledger"}) {
    const auto ended = fixture.run({"--ledger", name});
    EXPECT_EQ(ended.status, 6) << name;
    EXPECT_THAT(ended.err, HasSubstr(name));
  }
}

TEST(Run, RefusesToOverwriteItsInputsWithResults) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {band_classes: {}}\n"};
  ASSERT_EQ(fixture.run({}).status, 0);
  const auto size = std::filesystem::file_size(fixture.file("test.ledger"));
  for (const std::string name : {"test.ledger", "./test.ledger", "test.yaml"}) {
    const auto ended = fixture.run({"--json", name});
    EXPECT_EQ(ended.status, 2) << name;
    EXPECT_THAT(ended.err, HasSubstr("choose another file"));
  }
  EXPECT_EQ(fixture.run({"--json", "test.ledger", "--no-ledger"}).status, 2);
  EXPECT_EQ(std::filesystem::file_size(fixture.file("test.ledger")), size);
  EXPECT_THAT(fixture.plan().out, HasSubstr("reused"));
}

TEST(Run, ReportsAFailureInTheFirstLineOfEachScreen) {
  const ExperimentFixture fixture{
      "problems: [{shape: 2x2}]\nstrategies: {band_classes: {}, misbehaves: {mode: throw_text}}\n", {"misbehaves"}};
  const std::string screen = fixture.run({}).out;
  EXPECT_THAT(screen, HasSubstr("FAILED. 1 of 2 runs failed, "));
  EXPECT_THAT(screen, HasSubstr("FAILED: misbehaves on 2x2: "));
  EXPECT_THAT(fixture.run({"--full"}).out, HasSubstr("FAILED. 1 of 2 runs failed, "));
}

TEST(Run, RejectsAConfigurationWithTheNameOfAKnownAnswer) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {published: {strategy: band_classes}}\n"};
  const auto ended = fixture.run({});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("test.yaml:2:14: strategies.published"));
}

TEST(Plugins, AreNamedIfRefusedAndEndTheProgramWithFive) {
  for (const std::string name : {"old_api", "no_symbol", "crash_on_load", "foreign_build_tag"}) {
    const auto ended = Program::run({"count", "2x2", "--with", "band_classes", "--plugin-dir", fault_folder(name)});
    EXPECT_EQ(ended.status, 5) << name << ended.err;
    EXPECT_THAT(ended.err, HasSubstr(name + ".so"));
    EXPECT_THAT(ended.out, ::testing::IsEmpty());
  }
}

TEST(Run, RefusesALedgerInUse) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {misbehaves: {mode: hang, once: here}}\n",
                                  {"misbehaves"}};
  const Program first{fixture.arguments("run", {}), fixture.options()};
  first.wait_for_file(fixture.file("here"));
  const auto second = fixture.run({});
  EXPECT_EQ(second.status, 6);
  EXPECT_THAT(second.err, HasSubstr("in use"));
}

// A unit makes the file once, and waits until it is stopped.
constexpr auto interruptible =
    "problems: [{shape: 2x2}]\n"
    "strategies:\n"
    "  slow_units: {unit_ms: 0, once: here}\n"
    "  sampler: {samples: 20000, batch: 1000}\n"
    "seed: 3\n";

TEST(Gaps, EndAnExperimentOfWhichNothingRuns) {
  const ExperimentFixture fixture{
      "problems: [{shape: [3x3, 2x4]}]\nstrategies:\n  row_sampler: {}\n  enumeration: {}\n"};
  const auto ended = fixture.run({"--json", "x.json"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, HasSubstr("error: test.yaml:3:3: strategies.row_sampler: takes none of the problems: 3x3 2x4: "
                                   "no limit is given: set samples, seconds or relative_error\n"));
  EXPECT_THAT(ended.err, HasSubstr("error: test.yaml:4:3: strategies.enumeration: takes none of the problems: "));
  EXPECT_THAT(ended.err, HasSubstr("error: test.yaml: problems: no strategy takes 3x3 2x4\n"));
  EXPECT_FALSE(std::filesystem::exists(fixture.file("test.ledger"))) << "nothing was changed";
  EXPECT_FALSE(std::filesystem::exists(fixture.file("x.json")));
  for (const std::string command : {"check", "plan"}) {
    const auto warned = Program::run(fixture.arguments(command, {}), fixture.options());
    EXPECT_EQ(warned.status, 0) << command;
    EXPECT_THAT(warned.err, HasSubstr("warning: test.yaml: problems: no strategy takes 3x3 2x4\n")) << command;
  }
}

TEST(Gaps, NameTheProblemsThatNoStrategyTakes) {
  const ExperimentFixture fixture{"problems: [{shape: [2x3, 4x4]}]\nstrategies: {enumeration: {}, exact_cover: {}}\n"};
  const auto ended = fixture.run({"--no-ledger", "--quiet"});
  EXPECT_EQ(ended.status, 1) << "the same command would end in the same way";
  EXPECT_THAT(ended.out, HasSubstr("NOT YET. 1 of 2 problems has no answer (4x4), "));
  EXPECT_THAT(Program::run(fixture.arguments("check", {"--quiet"}), fixture.options()).err,
              HasSubstr("warning: test.yaml: problems: no strategy takes 4x4\n"));
}

TEST(Gaps, NameTheNumberOfSamplesThatAConfigurationNeeds) {
  const ExperimentFixture fixture{
      "problems: [{shape: 2x4}]\nstrategies:\n"
      "  band_classes: {quantities: grids}\n"
      "  stacks: {strategy: stack_product, sweep: {samples: [1000, 4000]}, quantities: [grids]}\n"};
  const std::string reason =
      "strategies.stacks@samples=1000: takes none of the problems: 2x4: 1000 samples are too few to state an error: at "
      "least 2000 are needed\n";
  EXPECT_THAT(Program::run(fixture.arguments("check", {}), fixture.options()).err, HasSubstr(reason));
  EXPECT_EQ(fixture.run({"--no-ledger", "--quiet"}).status, 0) << "the others have an answer";
}

// A sampler whose samples are all equal cannot state an error, however often a script repeats the command.
TEST(Gaps, EndASamplerThatCannotStateAnError) {
  const ExperimentFixture fixture{
      "problems: [{shape: 2x2, givens: 1234341221434321}]\n"
      "strategies:\n  exact_cover: {quantities: grids}\n"
      "  rows: {strategy: row_sampler, samples: 30000, quantities: grids}\n"};
  for (const bool is_repeated : {false, true}) {
    const auto ended = fixture.run({"--quiet"});
    EXPECT_EQ(ended.status, 1) << is_repeated;
    EXPECT_THAT(ended.out, HasSubstr("NOT YET. 1 of 2 runs lacks a value"));
    EXPECT_THAT(ended.out, HasSubstr("NO VALUE: rows on "));
  }
}

TEST(Status, NamesTheProcessThatPreparesARun) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {misbehaves: {mode: hang, at: prepare}}\n",
                                  {"misbehaves"}};
  Program program{fixture.arguments("run", {"--quiet"}), fixture.options()};
  const auto status = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"status", "test.ledger"});
    return Program::run(more, fixture.options());
  };
  json processes = json::array();
  while (processes.empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
    const auto ended = status({"--json", "-"});
    if (ended.status == 0) processes = ended.json()["processes"];
  }
  const std::string process = std::to_string(program.counting_process());
  EXPECT_EQ(processes, (json{{{"file", "test.ledger"}, {"process", program.counting_process()}}}));
  const std::string text = status({}).out;
  EXPECT_THAT(text, HasSubstr("Process " + process + " is at work on test.ledger."));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("All units are counted")));
  EXPECT_THAT(fixture.run({}).err, HasSubstr("is in use by process " + process));
  program.send(SIGKILL);
  program.wait();
  EXPECT_EQ(status({}).out.find("All units are counted"), std::string::npos) << "nothing was counted";
}

TEST(Interruption, StopsCleanlyOnOneSignal) {
  json whole;
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) {
    const ExperimentFixture fixture{interruptible, {"slow_units", "sampler"}};
    Program program{fixture.arguments("run", {"--json", "-"}), fixture.options()};
    program.wait_for_file(fixture.file("here"));
    program.send(signal);
    const auto stopped = program.wait();
    ASSERT_EQ(stopped.status, 4) << stopped.err;
    EXPECT_EQ(stopped.json()["exit"], 4);
    EXPECT_THAT(stopped.out, HasSubstr("stopped by SIG" + std::string{sigabbrev_np(signal)}));
    EXPECT_THAT(fixture.plan().out, HasSubstr("resumed"));
    const auto resumed = fixture.run({"--json", "-"});
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    if (whole.is_null()) whole = without_times(fixture.run({"--no-ledger", "--json", "-"}).json());
    EXPECT_EQ(without_times(resumed.json()), whole);
  }
}

/// Waits until the ledger of a running program has units of its first run.
void wait_for_units(const Program& program, const ExperimentFixture& fixture, const std::string& ledger) {
  while (!program.has_ended()) {
    const auto ended = Program::run({"status", ledger, "--json", "-"}, fixture.options());
    if (ended.status == 0 && ended.json()["runs"][0]["done"] > 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
  }
}

TEST(Interruption, ShowsTheInterimEstimateOfAStoppedSampler) {
  const ExperimentFixture fixture{"problems: [{shape: 2x3}]\nstrategies: {sampler: {relative_error: 1.0e-9}}\n",
                                  {"sampler"}};
  Program program{fixture.arguments("run", {"--threads", "1", "--recount", "--ledger", "it's.ledger"}),
                  fixture.options()};
  wait_for_units(program, fixture, "it's.ledger");
  program.send(SIGINT);
  const auto stopped = program.wait();
  EXPECT_EQ(stopped.status, 4);
  EXPECT_THAT(stopped.out, ::testing::ContainsRegex("unfinished; so far 2\\.[0-9]+e7 \\+- [0-9.]+ %"));
  EXPECT_THAT(stopped.out, HasSubstr("nothing was compared yet"));
  EXPECT_THAT(stopped.err, ::testing::ContainsRegex("To resume, run:\n  [^\n]*gridcensus run .*--threads 1 "));
  EXPECT_THAT(stopped.err, HasSubstr(R"( --ledger 'it'\''s.ledger')"));
  EXPECT_THAT(stopped.err, ::testing::Not(HasSubstr("--recount"))) << "with it, no run would resume";
}

TEST(Interruption, TreatsSimultaneousSignalsAsOneRequest) {
  const ExperimentFixture fixture{interruptible, {"slow_units", "sampler"}};
  Program program{fixture.arguments("run", {"--json", "-"}), fixture.options()};
  program.wait_for_file(fixture.file("here"));
  program.send(SIGINT);
  program.send(SIGTERM);
  const auto stopped = program.wait();
  EXPECT_EQ(stopped.status, 4);
  EXPECT_EQ(stopped.json()["exit"], 4);
}

TEST(Interruption, EndsAtOnceOnTheSecondSignal) {
  const ExperimentFixture fixture{"problems: [{shape: 2x2}]\nstrategies: {misbehaves: {mode: hang, once: here}}\n",
                                  {"misbehaves"}};
  Program program{fixture.arguments("run", {}), fixture.options()};
  program.wait_for_file(fixture.file("here"));
  // Signals within 0.3 s are one request, and a busy machine may deliver the first one late.
  while (!program.has_ended()) {
    program.send(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds{400});
  }
  EXPECT_EQ(program.wait().status, 128 + SIGINT);
}

TEST(Interruption, GivesTheSameNumbersAfterKillsAtRandomTimes) {
  constexpr auto yaml =
      "problems: [{shape: 2x2}]\nstrategies:\n  slow_units: {unit_ms: 1}\n  sampler: {samples: 20000, batch: 1000}\n";
  const ExperimentFixture reference{yaml, {"slow_units", "sampler"}};
  const auto begin = std::chrono::steady_clock::now();
  const auto expected = without_times(reference.run({"--no-ledger", "--json", "-"}).json());
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
  ASSERT_EQ(expected["exit"], 0);
  std::mt19937 random{20260501};
  int kills = 0;
  for (int round = 0; round < 5; ++round) {
    const ExperimentFixture fixture{yaml, {"slow_units", "sampler"}};
    // Kill twice at random times, then run to the end.
    for (int kill = 0; kill < 2; ++kill) {
      Program program{fixture.arguments("run", {}), fixture.options()};
      std::this_thread::sleep_for(whole * std::uniform_real_distribution{0., 0.8}(random));
      const pid_t counting = program.counting_process();
      program.send(SIGKILL);
      if (program.wait().status == 128 + SIGKILL) ++kills;
      // It has the ledger until it ends, too.
      while (counting > 0 && ::kill(counting, 0) == 0) std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    const auto resumed = fixture.run({"--json", "-"});
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(without_times(resumed.json()), expected) << "round " << round;
  }
  EXPECT_GT(kills, 0) << "the kills came too late to interrupt anything";
}

// The bookkeeping of the source is among the published findings, so status 0 means that all of it was reproduced.
TEST(Interruption, ResumesAFaithfulCountOfBoxClasses) {
  if (!gridcensus::testing::is_evidence()) GTEST_SKIP() << "takes minutes";
  const ExperimentFixture fixture{"problems: [{shape: 3x3}]\nstrategies: {box_class_zc: {mode: faithful}}\n"};
  Program program{fixture.arguments("run", {"--json", "-"}), fixture.options()};
  wait_for_units(program, fixture, "test.ledger");
  program.send(SIGINT);
  const auto stopped = program.wait();
  ASSERT_EQ(stopped.status, 4) << stopped.err;
  const auto units = stopped.json()["runs"][0]["units"].get<int>();
  EXPECT_GT(units, 0);
  EXPECT_LT(units, 4096);
  const auto resumed = fixture.run({"--json", "-"});
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  const json document = resumed.json();
  EXPECT_EQ(document["runs"][0]["units"], 4096);
  EXPECT_EQ(document["outcomes"][0]["value"], "6670903752021072936960");
  int bookkeeping = 0;
  for (const auto& verdict : document["verdicts"]) {
    if (verdict["subject"] == "finding bookkeeping_greater_first of 3x3") ++bookkeeping;
    EXPECT_NE(verdict["verdict"], "disagree") << verdict;
  }
  EXPECT_EQ(bookkeeping, 1);
}

}  // namespace
