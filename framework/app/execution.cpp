#include "app/execution.hpp"

#include "app/output_file.hpp"
#include "app/view.hpp"
#include "host/compare/published.hpp"
#include "host/graph/provenance.hpp"
#include "host/isolation/isolate.hpp"
#include "host/ledger/fields.hpp"
#include "host/ledger/ledger.hpp"
#include "host/report/progress.hpp"
#include "host/report/report.hpp"
#include "host/report/standing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <thread>

namespace gridcensus::app {

namespace po = boost::program_options;

namespace {

constexpr int max_threads = 1024;

host::ExperimentResult execute(const host::Experiment& experiment, const host::Plan& plan,
                               const host::PublishedValues& published, host::Ledger* ledger, const host::Part& part,
                               const Arguments& arguments) {
  const host::StopSignal stop_signal;
  host::ProgressBoard board{plan.runs.size(), thread_count(experiment)};
  const host::ProgressDisplay display{plan, board, host::choose_progress_style(arguments.has("quiet"))};
  return host::execute(experiment, plan,
                       {.threads = thread_count(experiment),
                        .ledger = ledger,
                        .fresh = arguments.has("fresh"),
                        .part = part,
                        .published = &published,
                        .board = &board,
                        .stop_signal = &stop_signal});
}

/// Results must not be written over what they come from.
void refuse_same_file(const std::filesystem::path& json, const std::filesystem::path& other, const std::string& what) {
  std::error_code ignored;
  const auto place = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  if (place(json) == place(other) || std::filesystem::equivalent(json, other, ignored)) {
    throw host::BadInput{host::on_command_line("--json", json.string() + " is " + what + "; name another file")};
  }
}

std::filesystem::path with_part_number(std::string file, const host::Part& part) {
  constexpr std::string_view placeholder = "{part}";
  for (auto place = file.find(placeholder); place != std::string::npos; place = file.find(placeholder)) {
    if (part.is_whole())
      throw host::BadInput{host::on_command_line("--ledger", "{part} stands for a part: give --part")};
    file.replace(place, placeholder.size(), std::to_string(part.number));
  }
  return file;
}

/// Keeps what is reported, and how well each value is founded by it.
void store_judgement(host::Ledger& ledger, const host::Plan& plan, const host::ExperimentResult& result,
                     const host::Json& document) {
  const host::ComparisonIndex index{result};
  ledger.together([&] {
    ledger.store_document(document.dump());
    for (const auto& run : plan.runs) {
      const host::RunResult& own = result.runs[run.number];
      if (!own.ledger_run) continue;
      // What an earlier session found of a run that was now begun anew and not ended is no longer reported.
      std::vector<host::StandingRecord> records;
      if (own.state == host::RunState::concluded) {
        for (const auto quantity : run.quantities) {
          const auto [standing, witnesses] = host::evidence_for(result, index, run, quantity);
          records.push_back({std::string{name_of(quantity)}, std::string{name_of(standing)}, witnesses});
        }
      }
      ledger.store_standings(*own.ledger_run, records);
    }
  });
}

}  // namespace

void apply_overrides(host::Experiment& experiment, const Arguments& arguments) {
  if (const auto threads = arguments.integer("threads", 1, max_threads))
    experiment.threads = static_cast<int>(*threads);
  if (const auto seed = arguments.integer("seed", 0, std::numeric_limits<std::uint64_t>::max())) {
    experiment.seed = *seed;
  }
  if (const auto mode = arguments.text("isolate")) {
    const std::vector<std::string> modes{"process", "none"};
    if (std::ranges::find(modes, *mode) == modes.end()) {
      throw host::BadInput{
          host::on_command_line("--isolate " + *mode, "expected process or none", host::nearest_name(*mode, modes))};
    }
    // The limits of the file stay as they are.
    experiment.isolation.is_wanted = *mode == "process";
    for (auto& configuration : experiment.configurations) {
      if (configuration.isolation) configuration.isolation->is_wanted = experiment.isolation.is_wanted;
    }
  }
}

int thread_count(const host::Experiment& experiment) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return experiment.threads.value_or(std::min(cores, max_threads));
}

void add_ledger_options(po::options_description& options) {
  options.add_options()                                                                           //
      ("ledger", po::value<std::string>()->value_name("FILE"),                                    //
       "Where finished units and results are kept; NAME.ledger here by default, for NAME.yaml.")  //
      ("no-ledger", "Keep nothing: an interrupted run is lost.");                                 //
}

std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments,
                                                 const host::Part& part) {
  const auto given = arguments.text("ledger");
  if (given && arguments.has("no-ledger")) throw host::BadInput{"--ledger and --no-ledger contradict each other"};
  if (arguments.has("no-ledger")) {
    if (!part.is_whole()) throw host::BadInput{"--part needs a ledger: what a part counts is of use only there"};
    return std::nullopt;
  }
  if (given) return with_part_number(*given, part);
  if (!part.is_whole()) {
    return fmt::format("{}.part-{}-of-{}.ledger", std::filesystem::path{experiment.file}.stem().string(), part.number,
                       part.count);
  }
  if (experiment.ledger) return experiment.ledger;
  return std::filesystem::path{experiment.file}.stem().string() + ".ledger";
}

host::ExitCode execute_and_report(const host::Experiment& experiment, host::Plan plan, const Arguments& arguments,
                                  const Keeping& keeping) {
  const auto& ledger_file = keeping.ledger;
  host::isolate(plan, experiment, {.threads = thread_count(experiment), .note = note});
  const auto published = host::read_published_values(host::published_values_file());
  const auto json_name = arguments.json();
  std::optional<OutputFile> json_file;
  if (json_name && *json_name != "-") {
    refuse_same_file(*json_name, experiment.file, "the experiment file");
    if (ledger_file) refuse_same_file(*json_name, *ledger_file, "the ledger");
    json_file.emplace(*json_name);
  }
  const auto session = host::session_of(experiment, keeping.part, thread_count(experiment));
  std::unique_ptr<host::Ledger> ledger;
  if (ledger_file) ledger = std::make_unique<host::Ledger>(*ledger_file, session);

  auto result = execute(experiment, plan, published, ledger.get(), keeping.part, arguments);
  const host::Results results{experiment, plan, result, &published, session, host::now_in_utc()};
  host::Json document = host::json_report(results);
  if (ledger && keeping.part.is_whole() && result.storage_error.empty()) {
    try {
      store_judgement(*ledger, plan, result, document);
    } catch (const host::StorageError& error) {
      result.storage_error = error.what();
      document = host::json_report(results);
    }
  }

  const auto reported = host::read_results_document(std::move(document), "");
  const std::string json = json_name ? reported.json.dump(2) + "\n" : "";
  // Whichever of the two outputs fails, the other is written: this may be the end of hours of work.
  std::optional<host::StorageError> output_error;
  try {
    if (json_name && !json_file) {
      print(json);
    } else if (!keeping.part.is_whole()) {
      print(host::part_report(results, keeping.part));
    } else {
      print(view_of(reported, arguments));
    }
  } catch (const host::StorageError& error) {
    output_error = error;
  }
  if (json_file) json_file->commit(json);
  if (output_error) throw host::StorageError{*output_error};
  if (std::ranges::any_of(result.runs, &host::RunResult::can_go_on)) {
    if (ledger_file) {
      note(fmt::format("incomplete: the ledger {} has what is done; to go on:", ledger_file->string()));
      note("  " + arguments.again());
    } else {
      note("incomplete: nothing was kept, since there is no ledger (--ledger FILE)");
    }
  }
  if (!result.storage_error.empty()) note("error: " + result.storage_error);
  return result.exit_code();
}

}  // namespace gridcensus::app
