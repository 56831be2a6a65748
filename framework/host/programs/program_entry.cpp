#include "host/programs/program_entry.hpp"

#include "gridcensus/sampling.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/programs/program_strategies.hpp"
#include "host/workers/remote_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gridcensus::host {

namespace {

/// Adds the limits of all samplers to a sampler that leaves its end to the host.
void add_sampling_limits(Declared& declared) {
  const bool is_sampled =
      std::ranges::any_of(declared.about.yields, [](const auto& yield) { return yield.kind == Kind::estimate; });
  if (!is_sampled || declared.answers.contains(OptionalCall::is_enough) ||
      declared.answers.contains(OptionalCall::conclude))
    return;
  Schema<SamplingLimits> schema;
  describe_sampling_limits(schema);
  std::ranges::copy(schema.specs(), std::back_inserter(declared.parameters));
}

/// Returns the host's encoding as a label for evidence, because programs that read one encoding share it.
std::optional<std::string> encoding_of(const Description& description) {
  if (!description.asked) return std::nullopt;
  const Message input = description.asked->value("input", Message{});
  if (input == "cnf") return "the CNF of gridcensus";
  if (input == "exact_cover") return "the exact cover of gridcensus";
  return std::nullopt;  // the others state the problem, not a method
}

}  // namespace

ProgramEntry::ProgramEntry(Description description, bool allow_insecure, double seconds, Asking asking)
    : description_{std::make_shared<const Description>(std::move(description))},
      installed_{std::make_shared<const InstalledProgram>(*description_, allow_insecure)},
      declared_{requested_declarations(seconds, asking)} {
  if (declared_.about.id != description_->id) {
    throw UnusableProgram{
        fmt::format("its id is {}, but that of its description is {}", declared_.about.id, description_->id)};
  }
  add_sampling_limits(declared_);
}

Declared ProgramEntry::requested_declarations(double seconds, Asking asking) const {
  if (const auto& missing = installed_->why_missing()) {
    // The program is listed, and refuses everything.
    Declared declared = description_->declared;
    declared.about.version = "not installed";
    if (description_->asked) return declared;
    declared.about = {.id = description_->id,
                      .version = "not installed",
                      .summary = "Its quantities are known once it is installed: " + *missing + ".",
                      .source = "its own",
                      .yields = {{Quantity::grids, Kind::exact}},
                      .rules = SupportedRules::any};
    return declared;
  }
  if (description_->asked && asking != Asking::version) return description_->declared;
  if (asking == Asking::nothing) {
    Declared declared;
    declared.about = {.id = description_->id,
                      .version = "installed",
                      .summary = "A program that speaks the strategy protocol; gridcensus describe " +
                                 description_->id + " asks it what it yields",
                      .source = "its own",
                      .yields = {},
                      .rules = SupportedRules::any};
    return declared;
  }
  try {
    ProcessLimits limits = description_->limits;
    limits.seconds = seconds;
    const auto process = start_protocol_process(*description_, *installed_, with_memory_limit(limits));
    const Message result = result_in(
        process->ask({{"call", "about"}, {"protocol", description_->protocol}}, [] { return false; }), "program");
    if (description_->asked) return with_version(result);
    const Message spoken = result.is_object() ? result.value("protocol", Message{}) : Message{};
    const auto is_version = [&spoken](int version) { return spoken == version || spoken == std::to_string(version); };
    if (!is_version(1) && !is_version(protocol_version)) {
      throw UnusableProgram{fmt::format("it uses version {} of the strategy protocol, but this program uses version {}",
                                        spoken.dump(), protocol_version)};
    }
    Declared declared = declared_in(result);
    const bool gets_reals =
        declared.answers.contains(OptionalCall::is_enough) || declared.answers.contains(OptionalCall::conclude);
    if (is_version(1) && gets_reals) {
      throw UnusableProgram{
          "it uses version 1 of the strategy protocol, in which the sums for is_enough and conclude had hexadecimal "
          "numbers. They are decimal now: once it reads these, let it say version 2"};
    }
    return declared;
  } catch (const UnusableProgram&) {
    throw;
  } catch (const BadInput&) {
    throw;
  } catch (const WorkerLost& lost) {
    throw UnusableProgram{fmt::format("asked what it is, it {}", lost.what())};
  } catch (const std::exception& error) {
    throw UnusableProgram{fmt::format("asked what it is: {}", message_of(error))};
  }
}

/// Returns the declarations of the description with the version that the package reports.
///
/// @throws BadInput  the package found mistakes in the description.
Declared ProgramEntry::with_version(const Message& reported) const {
  if (reported.contains("mistakes")) throw_mistakes(*description_, reported.at("mistakes"));
  Declared declared = description_->declared;
  declared.about.version = bounded_utf8(reported.at("version").get<std::string>());
  return declared;
}

std::unique_ptr<Strategy> ProgramEntry::create(const ParameterValues& values) const {
  return create(values, description_->limits, [](const std::string&) {});
}

std::unique_ptr<Strategy> ProgramEntry::create(const ParameterValues& values, const ProcessLimits& limits,
                                               const std::function<void(const std::string&)>& note) const {
  return protocol_strategy({description_, installed_, declared_, values, with_memory_limit(limits), note});
}

std::vector<std::string> ProgramEntry::evidence() const {
  std::vector<std::string> names = description_->is;
  std::ranges::copy(installed_->scripts(), std::back_inserter(names));
  if (const auto encoding = encoding_of(*description_)) names.push_back(*encoding);
  return names;
}

std::string ProgramEntry::hash() const { return sha256_of(installed_->hash() + declared_.about.version); }

}  // namespace gridcensus::host
