#include "host/workers/calls.hpp"

#include "gridcensus/sampling.hpp"
#include "host/fields/reader.hpp"
#include "host/fields/value_fields.hpp"
#include "host/fields/writer.hpp"

#include <cmath>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host {

namespace {

struct TallyOfProgram {
  Tally tally;
  std::map<std::string, std::vector<Real>> samples;
};

/// The mean of the samples of a name, with the interval that the host computes.
struct Mean {
  std::string of;
  Real times = 1;
  std::uint64_t min_samples = default_min_samples;
};

struct OutcomeOfProgram {
  std::optional<Outcome> outcome;  ///< nullopt: the mean
  Mean mean;
};

struct ReportOfProgram {
  std::map<Quantity, OutcomeOfProgram> outcomes;
  Findings findings;
};

}  // namespace

namespace encoding {

template <>
inline constexpr Naming naming<Request>{"request", "A request to prepare a job."};
template <>
inline constexpr Naming naming<PreparedJob>{"prepared", "what its program prepared", Members::closed};
template <>
inline constexpr Naming naming<UnitTraits>{"traits", "The properties of a unit."};
template <>
inline constexpr Naming naming<TallyOfProgram>{"tally_of_program", "a tally", Members::closed};
template <>
inline constexpr Naming naming<OutcomeOfProgram>{"outcome_of_program", "An outcome."};
template <>
inline constexpr Naming naming<ReportOfProgram>{"report_of_program", "What a program concludes."};

template <>
inline std::string_view kind_name<Mean>() {
  return "mean";
}

void fields(auto& v, Is<Request> auto& request) {
  v.always("problem", "The problem.", request.problem);
  v.always("quantities", "What is asked for.", request.quantities);
  v.always("inputs", "The value of each input.", request.inputs);
}

void fields(auto& v, Is<PreparedJob> auto& prepared) {
  v.if_any("units", "The number of units.", prepared.units);
  v.if_any("times", "Factors by quantity.", prepared.times);
  v.if_any("batch", "Of a sampler: the number of samples of a unit.", prepared.batch);
  v.if_any("min_samples", "Of a sampler: the number of samples that an estimate needs.", prepared.min_samples);
  v.if_any("seconds_limit", "Of a sampler: its limit in seconds.", prepared.seconds_limit);
}

void fields(auto& v, Is<UnitTraits> auto& traits) {
  v.later("weight", "Its relative cost.", traits.weight);
  v.if_any("sums", "The names of its sums.", traits.sums);
  v.if_any("divisors", "Divisors of its sums, by their names.", traits.divisors);
}

void fields(auto& v, Is<TallyOfProgram> auto& result) {
  fields(v, result.tally);
  v.if_any("samples", "Samples by name.", result.samples);
}

void fields(auto& v, Is<Mean> auto& mean) {
  v.always("of", "The name of the samples.", mean.of);
  v.later("times", "A factor.", mean.times);
  v.later("min_samples", "The number of samples that it needs.", mean.min_samples);
}

void fields(auto& v, Is<OutcomeOfProgram> auto& concluded) { v.one_of(concluded.outcome, concluded.mean); }

void fields(auto& v, Is<ReportOfProgram> auto& report) {
  v.always("outcomes", "The outcome of each quantity.", report.outcomes);
  v.later("findings", "Other results, by name.", report.findings);
}

}  // namespace encoding

template nlohmann::json json_of(const Request&);
template nlohmann::json json_of(const PreparedJob&);
template nlohmann::json json_of(const std::vector<UnitTraits>&);
template Request value_from(const nlohmann::json&);
template PreparedJob value_from(const nlohmann::json&);
template std::vector<UnitTraits> value_from(const nlohmann::json&);

Message prepare_request(const Request& request) {
  Message message = json_of(request);
  message["call"] = "prepare";
  return message;
}

Message message_of(const ParameterValues& values) {
  Message texts = Message::object();
  for (const auto& [name, value] : values) {
    if (!std::holds_alternative<std::monostate>(value)) texts[name] = gridcensus::to_string(value);
  }
  return texts;
}

Tally tally_in(const Message& result, std::uint64_t unit) {
  auto [tally, samples] = value_from<TallyOfProgram>(result);
  for (const auto& [name, list] : samples) {
    SplitSample halves;
    for (const Real sample : list) {
      if (!std::isfinite(sample)) throw MalformedMessage{"a sample is not a finite number"};
      halves.add(sample);
    }
    halves.add_to(tally, name, unit);
  }
  return std::move(tally);
}

Report report_in(const Message& result, const Tally& total) {
  auto [outcomes, findings] = value_from<ReportOfProgram>(result);
  Report report{{}, std::move(findings)};
  for (auto& [quantity, concluded] : outcomes) {
    const auto& [of, times, min_samples] = concluded.mean;
    const auto samples = SplitSample::of(total, of);
    if (!concluded.outcome && samples.all().count == 0) {
      throw MalformedMessage{"there are no samples of the name " + of};
    }
    report.outcomes.emplace(quantity, concluded.outcome ? *std::move(concluded.outcome)
                                                        : estimate_heavy_tailed_mean(samples, times, min_samples));
  }
  return report;
}

}  // namespace gridcensus::host
