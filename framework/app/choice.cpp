#include "app/choice.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/shape_hint.hpp"
#include "host/compare/witness.hpp"
#include "host/graph/trials.hpp"
#include "host/judge/answers.hpp"
#include "host/plan/plan.hpp"
#include "host/process/process_tree.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace gridcensus::app {

using host::BadInput;

namespace {

/// Writes a line for the user.
using Note = std::function<void(const std::string&)>;

/// The longest count that is started without --with [s of wall clock].
constexpr double max_count_seconds = 30;
/// The length of a trial, and the time after which it is ended [s].
constexpr double exact_trial_seconds = 0.5;
constexpr double sampling_trial_seconds = 2;
constexpr double trial_deadline = 6;
/// The time between two lines about trials [s].
constexpr double note_seconds = 1.5;
/// The time of a sampler: as the answer, as the answer if none states an error in that time, and as the witness of an
/// exact value [s].
constexpr int sampling_seconds = 10;
constexpr int slow_sampling_seconds = 60;
constexpr int witness_seconds = 3;

/// A strategy that takes the problem.
struct Candidate {
  Asked by;
  std::unique_ptr<host::Experiment> experiment;  ///< at a fixed address, because the plan points into it
  host::Plan plan;
  const host::Run* run = nullptr;
  host::Witness witness = {};
  Kind kind = Kind::unfinished;
  std::optional<host::Measurement> measured = {};
  std::vector<std::optional<host::Measurement>> supplies_measured = {};  ///< of the runs that count its inputs

  /// Returns the wall clock of all runs by their trials [s]; nullopt if a trial did not end in time.
  std::optional<double> seconds(int threads) const {
    const auto own = seconds_of(measured, threads);
    const auto others = supply_seconds(threads);
    if (!own || !others) return std::nullopt;
    return *own + *others;
  }
  /// Returns (relative error)^2 * seconds by the samples of the trial; nullopt if they give no error.
  std::optional<double> inefficiency() const {
    const double error = measured ? measured->relative_error.value_or(0) : 0;
    if (!(error > 0) || !(measured->error_seconds > 0)) return std::nullopt;
    return error * error * measured->error_seconds;
  }
  /// Returns the time after which a sampler states its error, if a second sampler works beside it [s].
  std::optional<double> seconds_to_error(int threads) const {
    constexpr double margin_of_forecast = 1.25;
    if (!inefficiency()) return std::nullopt;
    const auto others = supply_seconds(threads);
    if (!others) return std::nullopt;
    const double margin = measured->error_seconds > measured->measured_seconds ? margin_of_forecast : 1;
    return *others + measured->prepare_seconds + margin * measured->error_seconds / std::max(1.0, threads / 2.0);
  }

 private:
  static std::optional<double> seconds_of(const std::optional<host::Measurement>& trial, int threads) {
    if (!trial || !trial->unit_seconds) return std::nullopt;
    return trial->prepare_seconds + *trial->unit_seconds / threads;
  }
  std::optional<double> supply_seconds(int threads) const {
    double all = 0;
    for (const auto& trial : supplies_measured) {
      const auto seconds = seconds_of(trial, threads);
      if (!seconds) return std::nullopt;
      all += *seconds;
    }
    return all;
  }
};

/// Returns the limit in seconds of a sampler as it is typed; none if the strategy has no such parameter.
std::map<std::string, std::string> limit_of(const host::Plugin& plugin, int seconds) {
  const auto is_limit = [](const ParameterSpec& spec) { return spec.name == "seconds" && spec.ends_sampling; };
  if (!std::ranges::any_of(plugin.parameters, is_limit)) return {};
  return {{"seconds", std::to_string(seconds)}};
}

/// Plans the runs of a candidate.
///
/// @return  why the strategy does not count the quantity of the problem; nullopt if it does
std::optional<std::string> prepare(Candidate& candidate, const host::Catalog& catalog, Quantity wanted,
                                   const ExperimentBy& experiment_by) {
  const std::string& id = candidate.by.strategy;
  try {
    candidate.experiment =
        std::make_unique<host::Experiment>(host::read_experiment(experiment_by(candidate.by), catalog));
    host::add_missing_producers(*candidate.experiment, [&]() -> const host::Catalog& { return catalog; });
    candidate.plan = host::make_plan(*candidate.experiment);
  } catch (const BadInput& error) {
    return error.diagnostics().front().message;
  }
  for (const auto& run : candidate.plan.runs) {
    if (run.configuration->name == id && run.quantities.contains(wanted)) candidate.run = &run;
  }
  if (candidate.run == nullptr) {
    for (const auto& refused : candidate.plan.not_applicable) {
      if (refused.configuration->name == id) return refused.reason;
    }
    return "not counted";
  }
  const auto memory = candidate.run->offer.memory_bytes;
  if (memory && *memory > host::memory_of_machine() / 2) return "needs more memory than half of this machine";
  const Quantity counted = candidate.run->configuration->plugin->counted_for(wanted);
  candidate.witness = host::witness_of(candidate.plan, *candidate.run, counted);
  candidate.kind = candidate.run->kind(wanted);
  return std::nullopt;
}

/// Returns placeholder values for the inputs of a run, of the right form. Results of a trial with them are discarded.
Inputs placeholders(const host::Run& run) {
  Inputs inputs;
  for (const auto quantity : run.needs())
    inputs.emplace(quantity, boost::multiprecision::pow(relabellings(run.problem), 2));
  return inputs;
}

void try_out(std::vector<Candidate>& candidates, Kind kind, int threads, const Note& note) {
  using Clock = std::chrono::steady_clock;
  std::vector<host::Trial> trials;
  std::vector<Candidate*> tried;
  for (auto& candidate : candidates) {
    if (candidate.kind != kind) continue;
    for (const auto& run : candidate.plan.runs) {
      trials.push_back({&run, placeholders(run)});
      tried.push_back(&candidate);
    }
  }
  const double seconds = kind == Kind::exact ? exact_trial_seconds : sampling_trial_seconds;
  auto noted = Clock::now();
  const auto see = [&](const std::vector<std::size_t>& at_work) {
    if (Clock::now() - noted < std::chrono::duration<double>(note_seconds)) return;
    noted = Clock::now();
    std::vector<std::string> names;
    for (const auto number : at_work) names.push_back(trials[number].run->configuration->name);
    note(fmt::format("trying {}: {} of {}, at most {:.0f} s each", fmt::join(names, ", "), at_work.back() + 1,
                     trials.size(), trial_deadline));
  };
  const auto measured = host::try_out(trials, seconds, trial_deadline, threads, see);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (trials[i].run == tried[i]->run)
      tried[i]->measured = measured[i];
    else
      tried[i]->supplies_measured.push_back(measured[i]);
  }
}

/// Returns the candidates of a kind that have a figure, the smallest first.
template <class Figure>
std::vector<const Candidate*> sorted_by(const std::vector<Candidate>& candidates, Kind kind, const Figure& figure) {
  std::vector<const Candidate*> sorted;
  for (const auto& candidate : candidates) {
    if (candidate.kind == kind && figure(candidate)) sorted.push_back(&candidate);
  }
  std::ranges::stable_sort(sorted, {}, [&](const Candidate* candidate) { return *figure(*candidate); });
  return sorted;
}

const Candidate* independent_of(const Candidate& first, const std::vector<const Candidate*>& others) {
  const auto found = std::ranges::find_if(others, [&](const Candidate* other) {
    return other != &first && host::shared_by(first.witness, "", other->witness, "").empty();
  });
  return found == others.end() ? nullptr : *found;
}

/// Names the strategies of a kind that take the problem but are too slow to start without --with. A sampler is as slow
/// as it needs to state an error.
std::string too_slow(const std::vector<Candidate>& candidates, Kind kind, int threads) {
  const bool is_exact = kind == Kind::exact;
  std::vector<std::string> names;
  for (const auto& candidate : candidates) {
    if (candidate.kind != kind) continue;
    const auto seconds = is_exact ? candidate.seconds(threads) : candidate.seconds_to_error(threads);
    names.push_back(
        seconds ? fmt::format("{} would take about {}", candidate.by.strategy, host::seconds_text(*seconds))
                : fmt::format("a trial of {} gave no {}", candidate.by.strategy, is_exact ? "forecast" : "error"));
  }
  if (names.empty()) return {};
  return fmt::format("; no {} in {:.0f} s ({})", is_exact ? "exact value" : "estimate",
                     is_exact ? max_count_seconds : slow_sampling_seconds, fmt::join(names, ", "));
}

}  // namespace

Choice choose_strategies(const host::Catalog& catalog, Quantity wanted, const std::string& shape,
                         const ExperimentBy& experiment_by, int threads, const Note& note) {
  std::vector<Candidate> candidates;
  std::string refused;  // a strategy, and its reason
  for (const auto& [id, plugin] : catalog.plugins()) {
    if (plugin.program != nullptr || plugin.find_answer(wanted) == nullptr) continue;
    const bool has_samples =
        std::ranges::any_of(plugin.answers, [](const host::Answer& answer) { return answer.kind == Kind::estimate; });
    Candidate candidate{.by = {id, has_samples ? limit_of(plugin, sampling_seconds) : Asked{}.parameters},
                        .experiment = nullptr,
                        .plan = {}};
    if (const auto reason = prepare(candidate, catalog, wanted, experiment_by))
      refused = refused.empty() ? fmt::format("; {}: {}", id, *reason) : refused;
    else
      candidates.push_back(std::move(candidate));
  }
  try_out(candidates, Kind::exact, threads, note);
  const auto seconds = [threads](const Candidate& candidate) {
    auto all = candidate.seconds(threads);
    return all && *all <= max_count_seconds ? all : std::nullopt;
  };
  const auto exact = sorted_by(candidates, Kind::exact, seconds);
  const Candidate* const best = exact.empty() ? nullptr : exact.front();
  if (best != nullptr) {
    if (const auto* const witness = independent_of(*best, exact)) {
      return {{best->by, witness->by},
              fmt::format("{} and {} count it exactly, independently of each other ({} and {})", best->by.strategy,
                          witness->by.strategy, host::seconds_text(*seconds(*best)),
                          host::seconds_text(*seconds(*witness)))};
    }
  }
  try_out(candidates, Kind::estimate, threads, note);
  const auto samplers =
      sorted_by(candidates, Kind::estimate, [](const Candidate& candidate) { return candidate.inefficiency(); });
  // The samplers that state an error in time, the most efficient first.
  const auto samplers_within = [&](int limit) {
    auto within = samplers;
    std::erase_if(within,
                  [&](const Candidate* each) { return each->seconds_to_error(threads).value_or(INFINITY) > limit; });
    return within;
  };
  const auto with_limit = [&](const Candidate& sampler, int limit) {
    return Asked{sampler.by.strategy, limit_of(*catalog.find(sampler.by.strategy), limit)};
  };
  if (best != nullptr) {
    const std::string alone =
        fmt::format("{} counts it exactly ({})", best->by.strategy, host::seconds_text(*seconds(*best)));
    const auto* const witness = independent_of(*best, samplers_within(witness_seconds));
    if (witness == nullptr) return {{best->by}, alone + "; no independent strategy counts it in seconds"};
    return {{best->by, with_limit(*witness, witness_seconds)},
            fmt::format("{}, {} estimates it independently ({} s)", alone, witness->by.strategy, witness_seconds)};
  }
  for (const int limit : {sampling_seconds, slow_sampling_seconds}) {
    const auto within = samplers_within(limit);
    if (within.empty()) continue;
    const auto& first = *within.front();
    Choice choice{{with_limit(first, limit)}, first.by.strategy + " estimates it best in a trial"};
    if (const auto* const witness = independent_of(first, within)) {
      choice.strategies.push_back(with_limit(*witness, limit));
      choice.reason += fmt::format(", {} independently of it", witness->by.strategy);
    }
    choice.reason += fmt::format(" ({} s{}){}", limit, choice.strategies.size() > 1 ? " each" : "",
                                 too_slow(candidates, Kind::exact, threads));
    return choice;
  }
  const std::string slow = too_slow(candidates, Kind::exact, threads) + too_slow(candidates, Kind::estimate, threads);
  for (const auto kind : {Kind::lower_bound, Kind::upper_bound, Kind::approximation}) {
    for (const auto& candidate : candidates) {
      if (candidate.kind != kind) continue;
      return {{candidate.by},
              fmt::format("only {} counts it in time; the answer is of kind {}{}", candidate.by.strategy, name_of(kind),
                          slow)};
    }
  }
  if (!slow.empty()) {
    throw BadInput{host::on_command_line(
        "SHAPE " + shape, fmt::format("{} of {}: no strategy answers in time{}; start one of these with --with "
                                      "STRATEGY, a sampler also with --param seconds=N",
                                      name_of(wanted), shape, slow))};
  }
  const std::string hint = host::shape_hint(shape);
  throw BadInput{host::on_command_line(
      "SHAPE " + shape, fmt::format("{} of {}: no strategy counts it{}{}{} (gridcensus describe {} lists all reasons)",
                                    name_of(wanted), shape, hint.empty() ? "" : "; ", hint, refused, shape))};
}

}  // namespace gridcensus::app
