#include "host/base/text.hpp"
#include "host/compare/comparer.hpp"
#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/graph/validation.hpp"
#include "host/judge/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace gridcensus::host::conformance {

namespace {

/// The confidence of the test of an estimate among the findings: one false alarm in a million strategies that have
/// some.
constexpr double confidence = 1 - 1e-6;

/// Returns an exact value by another strategy: the first by id that needs no input. Returns nullopt if there is none.
std::optional<AttributedOutcome> counted_by_another(Subject& subject, Shape shape, Quantity quantity) {
  for (const auto& [id, other] : subject.whole_catalog().plugins()) {
    if (id == subject.plugin().about.id) continue;
    const auto values = with_defaults(other.parameters, {});
    if (other.find_answer(quantity) == nullptr) continue;
    const auto counted = other.counted_for(quantity);
    try {
      subject.report_step(fmt::format("{} of {} by {}", name_of(quantity), to_string(shape), id));
      const auto strategy = other.create(values);
      const Offer offer = other.offer(*strategy, values, {shape}, {counted});
      if (offer.kinds.at(counted) != Kind::exact || !offer.refused.empty() || !offer.inputs.empty()) continue;
      const auto job = strategy->prepare({{shape}, {counted}, {}, {}});
      Tally total;
      for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
        const UnitContext context{{subject.seed(), 0, unit}};
        total.add(job->run(unit, context));
      }
      const auto report = job->conclude(total, job->units());
      return AttributedOutcome{{.kind = OriginKind::expected, .name = id, .problem = {shape}, .question = {}},
                               counted,
                               report.outcomes.at(counted)};
    } catch (const std::exception&) {
      continue;  // the other strategy is not under test
    }
  }
  return std::nullopt;
}

Tally tally_of(const Subject& subject, const Prepared& prepared, std::uint64_t unit) {
  const auto broken = [&](const std::string& what) {
    return CheckFailed{fmt::format("{}: {}", unit_name(unit, prepared.shape()), what)};
  };
  try {
    const UnitContext context{{subject.seed(), 0, unit}};
    Tally tally = prepared.job->run(unit, context);
    if (const auto error_text = validation_error(tally)) throw broken(*error_text);
    return tally;
  } catch (const CheckFailed&) {
    throw;
  } catch (...) {
    throw broken(current_failure().message);
  }
}

RunResult concluded(const Subject& subject, const Prepared& prepared) {
  const Job& job = *prepared.job;
  const Shape shape = prepared.shape();
  Tally total;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) {
    total.add(tally_of(subject, prepared, unit));
  }
  subject.report_step("conclude on " + to_string(shape));
  RunResult result{.state = RunState::concluded, .message = {}, .outcomes = {}, .findings = {}};
  try {
    auto report = checked_report(prepared.run(), job.conclude(total, job.units()), {});
    result.outcomes = answers_from(prepared.run(), report.outcomes);
    result.findings = std::move(report.findings);
  } catch (const std::exception& error) {
    throw CheckFailed{fmt::format("conclude on {}: {}", to_string(shape), error.what())};
  }
  for (const auto& [quantity, outcome] : result.outcomes) {
    const auto* const unfinished = std::get_if<Unfinished>(&outcome);
    if (unfinished == nullptr || subject.is_sampled(quantity)) continue;
    throw CheckFailed{fmt::format("{} of {} is not finished, though all units are there: {}", name_of(quantity),
                                  to_string(shape), unfinished->reason)};
  }
  return result;
}

/// The numbers of compared values, for the result line.
struct ComparedCounts {
  int values = 0;
  std::set<std::string> against;
};

void compare_values(Subject& subject, const Prepared& prepared, ComparedCounts& compared) {
  const RunResult result = concluded(subject, prepared);
  RunValues answers = answers_of(prepared.plan, prepared.run(), result);
  // Estimates have their own check.
  std::erase_if(answers.outcomes, [](const AttributedOutcome& origin) {
    return kind_of(origin.outcome) == Kind::estimate || kind_of(origin.outcome) == Kind::approximation;
  });
  std::vector<AttributedOutcome> known;
  for (const auto& origin : answers.outcomes) {
    if (origin.follows || subject.published_value(prepared.shape(), origin.quantity)) continue;
    if (auto other = counted_by_another(subject, prepared.shape(), origin.quantity)) known.push_back(*std::move(other));
  }
  auto comparisons = Comparer{std::move(known), &subject.published()}.compare_with_known(answers);
  Comparer::judge(comparisons, confidence);
  for (const auto& comparison : comparisons) {
    if (comparison.verdict == Verdict::disagree || comparison.verdict == Verdict::broken) {
      throw CheckFailed{fmt::format("{} is {}, and by {} {}{}{}", comparison.subject, excerpt(comparison.left.value),
                                    comparison.right.name, excerpt(comparison.right.value),
                                    comparison.note.empty() ? "" : ": ", comparison.note)};
    }
    if (comparison.verdict == Verdict::not_comparable) continue;
    compared.against.insert(comparison.right.kind == OriginKind::invariant ? "theorems" : comparison.right.name);
  }
  compared.values += static_cast<int>(answers.outcomes.size());
}

}  // namespace

std::string check_values(Subject& subject) {
  const TimeBudget effort = subject.effort(5);
  std::vector<Shape> tried;
  ComparedCounts compared;
  for (const auto shape : small_shapes) {
    if (!tried.empty() && effort.is_spent()) break;
    const auto prepared = subject.prepare_on(shape);
    if (prepared == nullptr) continue;
    compare_values(subject, *prepared, compared);
    tried.push_back(shape);
  }
  if (tried.empty()) throw CheckSkipped{"none of " + names_of(small_shapes) + " is counted"};
  if (compared.values == 0)
    throw CheckSkipped{fmt::format("no exact value or bound: {} were concluded", names_of(tried))};
  const std::string against = join(compared.against);
  return fmt::format("{} of {}, compared with: {}",
                     compared.values == 1 ? "1 value" : fmt::format("{} values", compared.values), names_of(tried),
                     against.empty() ? "nothing, because no other source has them" : against);
}

}  // namespace gridcensus::host::conformance
