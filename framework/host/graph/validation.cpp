#include "host/graph/validation.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/base/utf8.hpp"
#include "host/graph/run_units.hpp"
#include "host/graph/unit_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace gridcensus::host {

namespace {

constexpr auto not_utf8 = "a text is not UTF-8";

bool is_text(const Table& table) {
  return is_utf8(table.key) && std::ranges::all_of(table.columns, is_utf8) &&
         std::ranges::all_of(table.rows, [](const auto& row) { return is_utf8(row.first); });
}

std::optional<std::string> validation_error(const Estimate& estimate) {
  if (!std::isfinite(estimate.value) || !std::isfinite(estimate.standard_error)) return "the estimate is not finite";
  if (estimate.standard_error < 0) return "the standard error is negative";
  if (!(estimate.low <= estimate.value && estimate.value <= estimate.high)) {
    return "the interval does not hold the value";
  }
  if (!(estimate.confidence > 0 && estimate.confidence < 1)) return "the confidence is not between 0 and 1";
  return std::nullopt;
}

}  // namespace

Ending current_failure() {
  try {
    throw;
  } catch (const BrokenInvariant& error) {
    return {RunState::broken, error.what()};
  } catch (const std::exception& error) {
    return {RunState::failed, error.what()};
  } catch (...) {
    return {RunState::failed, "threw something that is not a std::exception"};
  }
}

std::optional<std::string> validation_error(const Outcome& outcome) {
  if (const auto* estimate = std::get_if<Estimate>(&outcome)) return validation_error(*estimate);
  if (const auto* approximation = std::get_if<Approximation>(&outcome)) {
    if (!std::isfinite(approximation->value)) return "the approximation is not finite";
  }
  if (const auto* unfinished = std::get_if<Unfinished>(&outcome)) {
    if (!is_utf8(unfinished->reason)) return not_utf8;
  }
  return std::nullopt;
}

std::optional<std::string> validation_error(const std::string& name, const Finding& finding) {
  if (!is_utf8(name) || !is_utf8(finding.help)) return not_utf8;
  if (const auto* table = std::get_if<Table>(&finding.value)) {
    if (!is_text(*table)) return not_utf8;
    for (const auto& [row, values] : table->rows) {
      if (values.size() == table->columns.size()) continue;
      return fmt::format("row \"{}\" has {}, and the table has {}", row, pluralise(values.size(), "number"),
                         pluralise(table->columns.size(), "column"));
    }
  }
  if (const auto* estimate = std::get_if<Estimate>(&finding.value)) return validation_error(*estimate);
  return std::nullopt;
}

std::optional<std::string> validation_error(const Tally& tally) {
  const auto names_are_text = [](const auto& parts) {
    return std::ranges::all_of(parts, [](const auto& part) { return is_utf8(part.first); });
  };
  const bool is_valid = names_are_text(tally.sums()) && names_are_text(tally.all_moments()) &&
                        names_are_text(tally.tables()) &&
                        std::ranges::all_of(tally.tables(), [](const auto& part) { return is_text(part.second); });
  if (!is_valid) return not_utf8;
  for (const auto& [name, moments] : tally.all_moments()) {
    if (!std::isfinite(moments.mean)) return fmt::format("a sample of {} is not a finite number", name);
  }
  return std::nullopt;
}

std::set<std::string> sums_in(const Tally& tally) {
  std::set<std::string> names;
  for (const auto& [name, sum] : tally.sums()) names.insert(name);
  return names;
}

std::optional<std::string> broken_divisor(const Job& job, std::uint64_t unit, const Tally& tally) {
  const auto declared = job.sums(unit);
  if (declared && *declared != sums_in(tally)) {
    throw std::runtime_error{fmt::format("its tally has the sums {{{}}}, and the strategy declares {{{}}}",
                                         fmt::join(sums_in(tally), ", "), fmt::join(*declared, ", "))};
  }
  for (const auto& [name, divisor] : job.divisors(unit)) {
    if (!tally.sums().contains(name)) {
      throw std::runtime_error{fmt::format("its tally has no sum {}, for which the strategy declares a divisor", name)};
    }
    const Integer sum = tally.sum(name);
    if (divisor < 1) return fmt::format("the strategy declares the divisor {} for {}", to_decimal(divisor), name);
    if (sum % divisor == 0) continue;
    return fmt::format("{} = {} is not a multiple of {}", name, to_decimal(sum), to_decimal(divisor));
  }
  return std::nullopt;
}

CountedUnit count_unit(const Job& job, std::uint64_t unit, const UnitContext& context) {
  using Clock = std::chrono::steady_clock;
  CountedUnit counted;
  const auto begin = Clock::now();
  try {
    counted.tally = job.run(unit, context);
    counted.weight = UnitWeights{job, job.units()}.of(unit);
    counted.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (auto broken = broken_divisor(job, unit, *counted.tally)) {
      counted.failure = Ending{RunState::broken, *std::move(broken)};
    } else if (auto error_text = validation_error(*counted.tally)) {
      counted.failure = Ending{RunState::failed, *std::move(error_text)};
    }
  } catch (const Stopped&) {
    return {};
  } catch (...) {
    counted.failure = current_failure();
  }
  if (counted.failure) counted.tally.reset();
  return counted;
}

Report checked_report(const Run& run, Report report, const std::map<Quantity, std::vector<Checkpoint>>& convergence) {
  std::erase_if(report.outcomes, [&](const auto& entry) { return !run.counted.contains(entry.first); });
  for (const auto quantity : run.counted) {
    const auto found = report.outcomes.find(quantity);
    if (found == report.outcomes.end()) {
      throw std::runtime_error{fmt::format("gave no outcome for {}", name_of(quantity))};
    }
    const Kind kind = kind_of(found->second);
    const Kind declared = run.kind(quantity);
    // A sampler may find that the error of a number has no bound.
    const bool is_less = declared == Kind::estimate && kind == Kind::approximation;
    if (kind != declared && kind != Kind::unfinished && !is_less) {
      throw std::runtime_error{fmt::format("gave an outcome of kind {} for {}, and declares kind {}", name_of(kind),
                                           name_of(quantity), name_of(declared))};
    }
    if (const auto error_text = validation_error(found->second)) {
      throw std::runtime_error{fmt::format("{}: {}", name_of(quantity), *error_text)};
    }
    if (auto* const estimate = std::get_if<Estimate>(&found->second)) {
      auto& course = estimate->convergence;
      if (const auto recorded = convergence.find(quantity); recorded != convergence.end()) course = recorded->second;
      if (course.empty() || course.back().samples != estimate->samples) course.push_back(checkpoint_of(*estimate));
    }
  }
  for (const auto& [name, finding] : report.findings) {
    if (const auto error_text = validation_error(name, finding)) {
      throw std::runtime_error{fmt::format("finding {}: {}", printable(name), *error_text)};
    }
  }
  return report;
}

Outcomes answers_from(const Run& run, const Outcomes& counted) {
  Outcomes answers;
  for (const auto quantity : run.quantities) {
    const auto base = run.follows_from(quantity);
    if (!base) {
      answers.emplace(quantity, counted.at(quantity));
      continue;
    }
    try {
      answers.emplace(quantity, divided(counted.at(*base), reduction(quantity, run.problem).divisor));
    } catch (const BrokenInvariant& error) {
      // If the value itself is an answer, it is shown and breaks the same theorem there.
      if (!run.quantities.contains(*base)) throw;
      answers.emplace(quantity, Unfinished{error.what()});
    }
  }
  return answers;
}

}  // namespace gridcensus::host
