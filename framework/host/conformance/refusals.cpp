#include "host/base/errors.hpp"
#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

namespace gridcensus::host::conformance {

namespace {

constexpr int max_side_asked = 25;
constexpr std::size_t min_reason_bytes = 10;
/// The limit in processor time of the thread, so a busy machine makes no difference. A strategy that needs longer
/// builds tables.
constexpr double max_answer_seconds = is_sanitized ? 20 : 2;

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  constexpr double nano = 1e-9;
  return static_cast<double>(time.tv_sec) + nano * static_cast<double>(time.tv_nsec);
}

/// Makes a call that must be answered at once.
template <class Ask>
auto answered(Subject& subject, const std::string& what, const Ask& ask) {
  subject.report_step(what);
  const double begin = thread_seconds();
  try {
    auto answer = ask();
    if (const double seconds = thread_seconds() - begin; seconds > max_answer_seconds) {
      throw CheckFailed{fmt::format("{} took {:.1f} s: it is asked before anything is built", what, seconds)};
    }
    return answer;
  } catch (const CheckFailed&) {
    throw;
  } catch (const std::exception& error) {
    throw CheckFailed{fmt::format("{} throws: {}", what, error.what())};
  }
}

/// Compares the offer with that of an identically created strategy that was asked nothing else. Returns the number of
/// refused quantities.
std::size_t refused_on(Subject& subject, const Strategy& strategy, Shape shape) {
  const std::string what = "offer on " + to_string(shape);
  const auto counted = subject.plugin().counted();
  const auto other = subject.strategy();
  const auto offer_of = [&](const Strategy& asked) {
    return answered(subject, what, [&] { return asked.offer({shape}, counted); });
  };
  const Offer offer = offer_of(strategy);
  if (offer_of(*other) != offer) throw CheckFailed{what + " has two answers"};
  for (const auto& [quantity, reason] : offer.refused) {
    if (reason.size() < min_reason_bytes) {
      throw CheckFailed{
          fmt::format("{}: {}: the reason \"{}\" is too short to help a user", what, name_of(quantity), reason)};
    }
  }
  return offer.refused.size();
}

void require_job(Subject& subject, Shape shape) {
  const auto prepared = subject.plan_on(shape);
  if (prepared == nullptr) return;
  const std::string what = "prepare on " + to_string(shape) + ", which was not refused,";
  subject.report_step(what);
  std::unique_ptr<Job> job;
  try {
    job = prepared->prepare_again();
  } catch (const std::exception& error) {
    throw CheckFailed{fmt::format("{} throws: {}", what, error.what())};
  }
  if (job->units() == 0) throw CheckFailed{what + " gives a job without units"};
  const auto& offer = prepared->run().offer;
  if (offer.units && *offer.units != job->units()) {
    throw CheckFailed{
        fmt::format("{} forecasts {} units, and then has {}", to_string(shape), *offer.units, job->units())};
  }
  for (const auto unit : some_units(*job, 16)) {
    const double weight = job->weight(unit);
    if (!std::isfinite(weight) || weight <= 0) {
      throw CheckFailed{fmt::format("{} has the weight {}, and must have one above 0", unit_name(unit, shape), weight)};
    }
  }
}

}  // namespace

std::string check_refusals(Subject& subject) {
  const auto strategy = subject.strategy();
  std::size_t shapes = 0;
  std::size_t refused = 0;
  std::size_t asked = 0;
  for (int rows = 1; rows <= max_side_asked; ++rows) {
    for (int cols = 1; rows * cols <= max_side_asked; ++cols) {
      const Shape shape{rows, cols};
      refused += refused_on(subject, *strategy, shape);
      ++shapes;
      asked += subject.plugin().about.yields.size();
    }
  }
  const TimeBudget effort = subject.effort(3);
  std::vector<Shape> prepared;
  for (const auto shape : small_shapes) {
    if (effort.is_spent() || subject.accepted(shape).empty()) continue;
    require_job(subject, shape);
    prepared.push_back(shape);
  }
  return fmt::format("{} shapes to side {}, {} refused with a reason, {} not; {}", shapes, max_side_asked, refused,
                     asked - refused,
                     prepared.empty() ? "no small shape is counted" : "prepared on " + names_of(prepared));
}

}  // namespace gridcensus::host::conformance
