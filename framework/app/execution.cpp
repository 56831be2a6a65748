#include "app/execution.hpp"

#include "app/output_file.hpp"
#include "app/results_source.hpp"
#include "host/base/text.hpp"
#include "host/experiment/override.hpp"
#include "host/graph/engine.hpp"
#include "host/judge/judge.hpp"
#include "host/report/listing.hpp"
#include "host/report/progress.hpp"
#include "host/results/results_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gridcensus::app {

namespace {

/// The ledger of a run; nullopt if nothing is stored.
using LedgerFile = std::optional<std::filesystem::path>;

/// Reads at most as much as an experiment file may have, and one byte more, to detect a longer one.
std::string read_standard_input() {
  constexpr std::size_t max_bytes = (std::size_t{1} << 20U) + 1;
  std::string text;
  std::array<char, 65536> buffer{};
  while (text.size() < max_bytes) {
    const auto step = ::read(STDIN_FILENO, buffer.data(), std::min(buffer.size(), max_bytes - text.size()));
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) {
      throw host::BadInput{"standard input cannot be read: " + std::generic_category().message(errno)};
    }
    if (step == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(step));
  }
  return text;
}

host::ExperimentResult run(const host::Experiment& experiment, const host::Plan& plan, int threads,
                           const Arguments& arguments, const LedgerFile& ledger, const host::Part& part) {
  const host::StopSignal stop_signal;
  host::ProgressBoard board{plan.runs.size(), threads};
  const host::ProgressDisplay display{plan, board, host::choose_progress_style(arguments.has("quiet"))};
  return host::run_experiment(experiment, plan, ledger,
                              {.threads = threads,
                               .recount = arguments.has("recount"),
                               .part = part,
                               .board = &board,
                               .stop_signal = &stop_signal},
                              print_error);
}

/// Prints the ledger, the threads and the sources of inputs, for --verbose.
void print_plan(const host::Plan& plan, const LedgerFile& ledger, int threads, const Arguments& arguments) {
  if (!arguments.is_verbose()) return;
  arguments.print_detail(fmt::format("ledger: {}; {}, {}", ledger ? ledger->string() : "none",
                                     host::pluralise(static_cast<std::uint64_t>(threads), "thread"),
                                     host::pluralise(plan.runs.size(), "run")));
  for (const auto& run : plan.runs) {
    for (const auto& [quantity, source] : run.sources) {
      const auto* const number = std::get_if<std::size_t>(&source);
      arguments.print_detail(fmt::format("{} takes {} {}", run.name(), name_of(quantity),
                                         number == nullptr ? "as given" : "from " + plan.runs[*number].name()));
    }
  }
}

/// Prints the end of each run, for --verbose.
void print_run_states(const host::Plan& plan, const host::ExecutedRuns& executed, const Arguments& arguments) {
  if (!arguments.is_verbose()) return;
  for (const auto& run : plan.runs) {
    const auto& own = executed.runs[run.number];
    std::string from;
    if (own.reused)
      from = ", from the ledger";
    else if (own.resumed_units > 0)
      from = fmt::format(", {} of them from the ledger", own.resumed_units);
    arguments.print_detail(fmt::format("{}: {}, {}{}, {:.3g} s{}", run.name(), host::name_of(own.state),
                                       host::pluralise(own.units, "unit"), from, own.seconds,
                                       own.message.empty() ? "" : ": " + own.message));
  }
}

std::filesystem::path with_part_number(std::string file, const host::Part& part) {
  constexpr std::string_view placeholder = "{part}";
  for (auto place = file.find(placeholder); place != std::string::npos; place = file.find(placeholder)) {
    if (part.is_whole())
      throw host::BadInput{
          host::on_command_line("--ledger", "{part} is replaced by the number of a part; give --part")};
    file.replace(place, placeholder.size(), std::to_string(part.number));
  }
  return file;
}

/// @return  nullptr without --json
std::unique_ptr<OutputFile> json_output(const host::Experiment& experiment, const LedgerFile& ledger,
                                        const Arguments& arguments) {
  const auto name = arguments.text("json");
  if (!name) return nullptr;
  if (experiment.file != standard_input) refuse_same_file("--json", *name, experiment.file, "the experiment file");
  if (ledger) refuse_same_file("--json", *name, *ledger, "the ledger");
  return std::make_unique<OutputFile>(*name);
}

/// Writes the document and the view. If one of them fails, the other is still written, because this may be the end of
/// hours of work. The document comes first, so that not even a crash of a view can cost it.
///
/// @return  the first failure
std::exception_ptr write_outputs(const host::Plan& plan, const host::ExperimentResult& result, OutputFile* json_file,
                                 const Arguments& arguments) {
  const host::ResultsDocument& document = result.document;
  std::exception_ptr failure;
  const auto attempt = [&failure](const auto& write) {
    try {
      write();
    } catch (const std::exception&) {
      if (!failure) failure = std::current_exception();
    }
  };
  // Do not indent a document of very many runs: the blanks would be a third of it, and no one reads it by line.
  constexpr std::size_t max_indented_runs = 10'000;
  const int indent = document.runs.size() > max_indented_runs ? -1 : 2;
  if (json_file != nullptr) {
    attempt([&] {
      host::write_json(document, indent, [json_file](const std::string& piece) { json_file->write(piece); });
      json_file->commit("\n");
    });
  }
  if (json_file == nullptr || !json_file->is_stdout()) {
    attempt([&] {
      print(result.part.is_whole() ? view_of(document, arguments) : host::part_report(plan, result, answer_width()));
    });
  }
  return failure;
}

void note_how_to_resume(const LedgerFile& ledger, const Arguments& arguments) {
  if (ledger) {
    arguments.print_note(fmt::format("incomplete: finished work is in {}. To resume, run:", ledger->string()));
    arguments.print_note("  " + arguments.resume_command());
  } else {
    arguments.print_note("incomplete: nothing was saved, because no ledger was in use (--ledger FILE)");
  }
}

}  // namespace

host::ExperimentText read_experiment_text(const std::string& file, const Arguments& arguments) {
  auto text = file == "-" ? host::parse_experiment_text(read_standard_input(), standard_input)
                          : host::read_experiment_text(file);
  arguments.print_detail(fmt::format("experiment: {}, SHA-256 {}", text.file, text.sha256));
  apply_overrides(text, arguments);
  return text;
}

void apply_overrides(host::ExperimentText& text, const Arguments& arguments) {
  std::vector<host::Override> overrides;
  for (const auto& typed : arguments.texts("set")) {
    try {
      overrides.push_back(host::read_override(typed, host::at_option("--set " + typed)));
    } catch (const host::BadInput& error) {
      text.diagnostics.insert(text.diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  for (const std::string option : {"threads", "seed"}) {
    const auto value = arguments.text(option);
    if (!value) continue;
    // A comma separates seeds, but may group the digits of a number of threads.
    const bool is_list = option == "seed" && value->find(',') != std::string::npos;
    overrides.push_back({option, host::override_value(is_list ? "[" + *value + "]" : *value,
                                                      host::at_option("--" + option + " " + *value))});
  }
  host::override_values(text, overrides);
  for (const auto& [path, value, noted] : overrides)
    arguments.print_detail(fmt::format("{}: from {}", path, value.where.option));
}

void apply_isolation(host::Experiment& experiment, const Arguments& arguments) {
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

void print_notes(const host::Experiment& experiment, const Arguments& arguments) {
  constexpr std::size_t max_printed = 5;
  std::size_t printed = 0;
  for (const auto& note : experiment.notes) {
    if (printed++ < max_printed) arguments.print_note(host::printable(experiment.file) + ": " + note);
  }
  if (printed > max_printed) arguments.print_note(fmt::format("and {} more such notes", printed - max_printed));
}

void warn_of_gaps(const host::Experiment& experiment, const host::Plan& plan) {
  for (const auto& gap : host::gaps_of(experiment, plan)) print_error("warning: " + to_string(gap));
}

void refuse_empty_plan(const host::Experiment& experiment, const host::Plan& plan) {
  if (plan.runs.empty()) host::throw_if_any(host::gaps_of(experiment, plan));
}

int thread_count(const std::optional<int>& threads) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return threads.value_or(std::min(cores, max_threads));
}

Options ledger_options() {
  return {{"ledger", "FILE", "Ledger of finished units and results; by default NAME.ledger for NAME.yaml."},
          {"ledger-dir", "DIR", "Folder for ledgers without --ledger; the current folder by default."},
          {"no-ledger", "", "Use no ledger; an interrupted run is lost."}};
}

std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments,
                                                 const host::Part& part) {
  const auto given = arguments.text("ledger");
  if (given && arguments.has("no-ledger")) throw host::BadInput{"--ledger and --no-ledger contradict each other"};
  if (arguments.has("no-ledger")) {
    if (!part.is_whole())
      throw host::BadInput{"--part needs a ledger, because only ledgers of parts can be merged; leave out --no-ledger"};
    return std::nullopt;
  }
  if (given) return with_part_number(*given, part);
  if (part.is_whole() && experiment.ledger) return experiment.ledger;
  if (experiment.file == standard_input) {
    if (!part.is_whole()) throw host::BadInput{"--part of an experiment from standard input needs --ledger FILE"};
    arguments.print_note(
        "nothing will be saved: an experiment from standard input has no file name for a ledger (--ledger FILE)");
    return std::nullopt;
  }
  const std::filesystem::path folder = arguments.text("ledger-dir").value_or("");
  const auto name = std::filesystem::path{experiment.file}.stem().string();
  return folder /
         (part.is_whole() ? name + ".ledger" : fmt::format("{}.part-{}-of-{}.ledger", name, part.number, part.count));
}

host::ExitCode execute_and_report(const host::Experiment& experiment, const host::Plan& plan,
                                  const Arguments& arguments, const LedgerFile& ledger, const host::Part& part) {
  const int threads = thread_count(experiment.threads);
  print_notes(experiment, arguments);
  const auto json_file = json_output(experiment, ledger, arguments);
  print_plan(plan, ledger, threads, arguments);
  const auto result = run(experiment, plan, threads, arguments, ledger, part);
  print_run_states(plan, result, arguments);
  const auto failure = write_outputs(plan, result, json_file.get(), arguments);
  if (std::ranges::any_of(result.runs, &host::RunResult::can_resume)) note_how_to_resume(ledger, arguments);
  if (!result.document.storage_error.empty()) print_error("error: " + result.document.storage_error);
  if (failure) std::rethrow_exception(failure);
  return result.document.exit;
}

}  // namespace gridcensus::app
