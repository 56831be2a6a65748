#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <fmt/format.h>

#include <atomic>

namespace gridcensus::host::conformance {

namespace {

constexpr std::uint64_t units_stopped = 20;
/// A unit that takes longer must poll.
constexpr std::chrono::duration<double> short_unit{is_sanitized ? 20.0 : 1.0};
/// The number of polls after a stop request beyond which a unit counts as ignoring it.
constexpr int max_polls_after_stop = 100;

enum class Seen { at_once, late, too_short, never };

Seen stop_in_the_middle(const Job& job, std::uint64_t unit, std::uint64_t seed) {
  // The first poll may come before the unit begins, the second as it begins.
  std::atomic<std::int64_t> asks{3};
  const UnitContext context{{seed, 0, unit}, [&asks] {
                              if (--asks <= 0) throw Stopped{};
                            }};
  const auto begin = std::chrono::steady_clock::now();
  try {
    job.run(unit, context);
  } catch (...) {  // Stopped; other checks examine other exceptions
  }
  if (asks <= 0) return asks > -max_polls_after_stop ? Seen::at_once : Seen::late;
  return std::chrono::steady_clock::now() - begin > short_unit ? Seen::never : Seen::too_short;
}

}  // namespace

std::string check_stop(Subject& subject) {
  std::vector<Shape> tried;
  for (const auto shape : growing_shapes) {
    const auto prepared = subject.prepare_on(shape);
    if (prepared == nullptr) continue;
    tried.push_back(shape);
    for (std::uint64_t unit = 0; unit < std::min(prepared->job->units(), units_stopped); ++unit) {
      subject.report_step(unit_name(unit, shape) + " is asked to stop");
      switch (stop_in_the_middle(*prepared->job, unit, subject.seed())) {
        case Seen::at_once: return unit_name(unit, shape) + ": stopped when asked to midway";
        case Seen::late: throw CheckFailed{unit_name(unit, shape) + " sees the stop request, but continues"};
        case Seen::never:
          throw CheckFailed{fmt::format("{} took longer than {:.0f} s, and asked less than three times whether to stop",
                                        unit_name(unit, shape), short_unit.count())};
        case Seen::too_short: break;
      }
    }
  }
  if (tried.empty()) throw CheckSkipped{"none of " + names_of(growing_shapes) + " is counted"};
  throw CheckSkipped{
      fmt::format("every unit that was tried was over within {:.0f} s, and asked less than three times ({})",
                  short_unit.count(), names_of(tried))};
}

}  // namespace gridcensus::host::conformance
