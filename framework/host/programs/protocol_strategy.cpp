#include "gridcensus/sampling.hpp"
#include "gridcensus/symmetries.hpp"
#include "host/base/json.hpp"
#include "host/document/document.hpp"
#include "host/fields/reader.hpp"
#include "host/fields/writer.hpp"
#include "host/formats/problem_json.hpp"
#include "host/programs/program_strategies.hpp"
#include "host/workers/calls.hpp"
#include "host/workers/remote_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace encoding {

template <>
inline constexpr Naming naming<Offer>{"offer", "its offer", Members::closed};

void fields(auto& v, Is<Offer> auto& offer) {
  v.if_any("refused", "The quantities that it refuses, with the reasons.", offer.refused);
  v.if_any("kinds", "The kinds of outcomes if they differ from the declared ones.", offer.kinds);
  v.if_any("inputs", "The inputs by the quantities that need them.", offer.inputs);
  v.if_any("units", "The number of units.", offer.units);
  v.if_any("memory_bytes", "The memory that the run needs.", offer.memory_bytes);
}

}  // namespace encoding

namespace {

constexpr const char* noun = "program";
constexpr std::uint64_t usual_batch = 1000;
/// The time limit of an offer: a plan waits for all offers.
constexpr double max_offer_seconds = 60;

/// Returns random numbers of this unit for a program: 256 bits that depend on seed, stream and unit alone.
std::string random_text(const UnitContext& context) {
  Random random = context.random;
  std::string text;
  for (int i = 0; i < 4; ++i) text += fmt::format("{:016x}", random());
  return text;
}

/// Returns the values of the limits that the host itself gave to a sampler.
SamplingLimits limits_in(const ParameterValues& values) {
  SamplingLimits limits;
  const auto set = [&values](const char* name, auto& limit) {
    using Value = typename std::decay_t<decltype(limit)>::value_type;
    const auto found = values.find(name);
    if (found == values.end()) return;
    if (const auto* value = std::get_if<Value>(&found->second)) limit = *value;
  };
  set("samples", limits.samples);
  set("seconds", limits.seconds);
  set("relative_error", limits.relative_error);
  return limits;
}

class ProtocolJob final : public Job {
 public:
  ProtocolJob(const ConfiguredProgram& program, std::unique_ptr<RemoteJob> remote, const Request& request,
              std::map<Quantity, Kind> kinds)
      : remote_{std::move(remote)},
        answers_{program.declared.answers},
        limits_{limits_in(program.values)},
        quantities_{request.quantities},
        kinds_{std::move(kinds)},
        program_{program.installed},
        prepared_{remote_->prepared()},
        batches_{limits_, batch_of(prepared_)} {
    is_sampled_ =
        std::ranges::any_of(quantities_, [&](Quantity quantity) { return kinds_.at(quantity) == Kind::estimate; });
    std::vector<std::string_view> names;
    for (const auto& [quantity, kind] : kinds_) names.push_back(name_of(quantity));
    for (const auto& [name, factor] : prepared_.times) {
      refuse_unknown(name, names, "the factors that its program prepared");
    }
  }

  static std::uint64_t batch_of(const PreparedJob& prepared) {
    if (prepared.batch == 0U) throw std::runtime_error{"its program prepared a batch of no samples"};
    return prepared.batch.value_or(usual_batch);
  }

  std::uint64_t units() const override { return makes_batches() ? batches_.units() : remote_->units(); }
  std::optional<double> seconds_limit() const override {
    return concludes() ? remote_->seconds_limit() : limits_.seconds;
  }
  double weight(std::uint64_t unit) const override { return has_traits() ? remote_->weight(unit) : 1; }
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override {
    return has_traits() ? remote_->sums(unit) : std::nullopt;
  }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return has_traits() ? remote_->divisors(unit) : std::map<std::string, Integer>{};
  }

  Tally run(std::uint64_t unit, const UnitContext& context) const override { return remote_->run(unit, context); }

  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    if (answers_.contains(OptionalCall::is_enough)) return remote_->is_enough(prefix, units);
    if (concludes()) return false;
    return std::ranges::all_of(quantities_, [&](Quantity quantity) {
      return kinds_.at(quantity) != Kind::estimate ||
             is_precise_enough(limits_, SplitSample::of(prefix, std::string{name_of(quantity)}), min_samples());
    });
  }

  Report conclude(const Tally& total, std::uint64_t units) const override {
    program_->check_unchanged();
    if (concludes()) return remote_->conclude(total, units);
    Report report;
    for (const Quantity quantity : quantities_) report.outcomes.emplace(quantity, concluded(quantity, total));
    return report;
  }

 private:
  bool has_traits() const { return answers_.contains(OptionalCall::traits); }
  bool concludes() const { return answers_.contains(OptionalCall::conclude); }
  bool makes_batches() const { return is_sampled_ && !prepared_.units; }
  std::uint64_t min_samples() const { return prepared_.min_samples.value_or(default_min_samples); }

  /// Returns the outcome for a program that leaves the conclusion to the host: the sum or the mean with the quantity's
  /// name.
  Outcome concluded(Quantity quantity, const Tally& total) const {
    const std::string name{name_of(quantity)};
    const auto times = prepared_.times.find(name);
    const Integer factor = times == prepared_.times.end() ? Integer{1} : times->second;
    const auto sum = [&] {
      if (total.sums().contains(name)) return Integer{total.sum(name) * factor};
      throw std::runtime_error{
          fmt::format("its program gave no sum of the name {}, and does not conclude by itself", name)};
    };
    switch (kinds_.at(quantity)) {
      case Kind::exact: return Exact{sum()};
      case Kind::lower_bound: return LowerBound{sum()};
      case Kind::upper_bound: return UpperBound{sum()};
      case Kind::approximation: return Approximation{to_real(sum())};
      case Kind::estimate:
        return estimate_heavy_tailed_mean(SplitSample::of(total, name), to_real(factor), min_samples());
      case Kind::unfinished: break;
    }
    return Unfinished{"no answer is planned"};
  }

  std::unique_ptr<RemoteJob> remote_;
  std::set<OptionalCall> answers_;
  SamplingLimits limits_;
  std::set<Quantity> quantities_;
  std::map<Quantity, Kind> kinds_;
  std::shared_ptr<const InstalledProgram> program_;
  PreparedJob prepared_;
  Batches batches_;
  bool is_sampled_ = false;
};

class ProtocolStrategy final : public Strategy {
 public:
  explicit ProtocolStrategy(ConfiguredProgram program) : program_{std::move(program)} {}

  /// If a program cannot make an offer, it is assumed to accept the problem: its run then fails with the same error,
  /// and no other run does.
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    try {
      return requested_offer(problem, quantities);
    } catch (...) {
      return {};
    }
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Offer offered = requested_offer(request.problem, request.quantities);
    for (const auto& [quantity, inputs] : offered.inputs) {
      for (const Quantity input : inputs) {
        if (request.inputs.contains(input)) continue;
        throw std::runtime_error{fmt::format("its program takes {} as an input, and did not before", name_of(input))};
      }
    }
    std::map<Quantity, Kind> kinds = offered.kinds;
    for (const auto& [quantity, kind] : program_.declared.about.yields) kinds.try_emplace(quantity, kind);
    const bool is_exact = std::ranges::all_of(
        request.quantities, [&kinds](Quantity quantity) { return kinds.at(quantity) == Kind::exact; });
    RemoteCalls calls;
    calls.noun = noun;
    calls.start = [description = program_.description, installed = program_.installed, limits = program_.limits] {
      return start_protocol_process(*description, *installed, limits);
    };
    calls.prepare = prepare_request(request);
    calls.prepare["problem"] = problem_message(request.problem);
    calls.prepare["parameters"] = message_of(program_.values);
    calls.asks_for_enough = !is_exact;
    calls.note = program_.note;
    const SamplingLimits limits = limits_in(program_.values);
    // The number of samples of a unit is known once the first process has reported the size of a batch.
    const auto batches = std::make_shared<std::optional<Batches>>();
    calls.run = [is_exact, batches](std::uint64_t unit, const UnitContext& context) {
      Message message{{"call", "run"}, {"unit", std::to_string(unit)}};
      if (is_exact) return message;
      message["random"] = random_text(context);
      if (*batches) message["samples"] = std::to_string((*batches)->samples_of(unit));
      return message;
    };
    auto remote = std::make_unique<RemoteJob>(std::move(calls), request.poll);
    if (!remote->prepared().units) batches->emplace(limits, ProtocolJob::batch_of(remote->prepared()));
    return std::make_unique<ProtocolJob>(program_, std::move(remote), request, std::move(kinds));
  }

 private:
  Message problem_message(const Problem& problem) const {
    Message message = problem_json(problem);
    if (program_.declared.takes.needs_generators) message["generators"] = symmetry_generators(problem);
    return message;
  }

  /// Returns the program's offer.
  ///
  /// @throws std::exception  it cannot make one.
  Offer requested_offer(const Problem& problem, const std::set<Quantity>& quantities) const {
    if (const auto& missing = program_.installed->why_missing()) return refusal(quantities, *missing);
    if (const auto reason = program_.declared.takes.why_not(problem.shape)) return refusal(quantities, *reason);
    if (!program_.declared.answers.contains(OptionalCall::offer)) return {};
    const Message result = asked({{"call", "offer"},
                                  {"problem", problem_message(problem)},
                                  {"quantities", json_of(quantities)},
                                  {"parameters", message_of(program_.values)}});
    try {
      return offer_in(result);
    } catch (const std::exception& error) {
      throw std::runtime_error{
          fmt::format("its program gave an offer of another form than expected: {}", message_of(error))};
    }
  }

  Offer offer_in(const Message& result) const {
    std::vector<std::string_view> names;
    for (const auto& [quantity, kind] : program_.declared.about.yields) names.push_back(name_of(quantity));
    for (const char* const part : {"refused", "kinds", "inputs"}) {
      if (!result.contains(part)) continue;
      for (const auto& [name, value] : result.at(part).items()) {
        refuse_unknown(name, names, fmt::format("{} of its offer", part));
      }
    }
    return value_from<Offer>(result);
  }

  /// Asks one process for all offers. The first offer starts it.
  Message asked(const Message& request) const {
    const std::scoped_lock lock{mutex_};
    try {
      if (worker_ == nullptr) {
        ProcessLimits limits = program_.limits;
        limits.seconds = std::min(limits.seconds.value_or(max_offer_seconds), max_offer_seconds);
        worker_ = start_protocol_process(*program_.description, *program_.installed, limits);
      }
      return result_in(worker_->ask(request, [] { return false; }), noun);
    } catch (const WorkerLost& lost) {
      worker_ = nullptr;
      throw std::runtime_error{fmt::format("asked for its offer, its program {}", lost.what())};
    }
  }

  ConfiguredProgram program_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<WorkerProcess> worker_;
};

}  // namespace

std::unique_ptr<WorkerProcess> start_protocol_process(const Description& description, const InstalledProgram& program,
                                                      const ProcessLimits& limits) {
  auto folder = std::make_unique<ScratchFolder>();
  std::vector<std::string> command = description.command;
  if (description.asked) {
    const auto file = folder->path() / "description.json";
    std::ofstream{file, std::ios::binary} << Message{{"description", *description.asked},
                                                     {"folder", description.folder().string()},
                                                     {"program", program.find_executable(command.front()).string()},
                                                     {"output_bytes", std::to_string(limits.output_bytes)}};
    command = {"python3", "-I", "-S", (data_file("python") / "gridcensus/asked/__main__.py").string(), file.string()};
  }
  return std::make_unique<WorkerProcess>(program.start(command, *folder), limits, SocketPlace::stdin_and_stdout,
                                         std::move(folder));
}

std::unique_ptr<Strategy> protocol_strategy(ConfiguredProgram program) {
  return std::make_unique<ProtocolStrategy>(std::move(program));
}

}  // namespace gridcensus::host
