// Checks that a unit is a function of its number and nothing else.
#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <boost/range/adaptor/reversed.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#if defined(__SANITIZE_THREAD__) || GRIDCENSUS_HAS_FEATURE(thread_sanitizer)
#define GRIDCENSUS_SEES_RACES true
#else
#define GRIDCENSUS_SEES_RACES false
#endif

namespace gridcensus::host::conformance {

namespace {

constexpr std::uint64_t max_units = 64;
constexpr double budget_seconds = 1;

/// The results of units, by number.
using UnitResults = std::map<std::uint64_t, std::string>;

bool has_thrown(const std::string& text) { return text.starts_with("throws "); }

/// Counts units one after the other; fewer if they take long.
///
/// @throws CheckSkipped  all of them throw, so there is no tally to compare.
UnitResults first_results(const Subject& subject, const Prepared& prepared) {
  const TimeBudget effort = subject.effort(budget_seconds);
  UnitResults results;
  for (const auto unit : some_units(*prepared.job, max_units)) {
    if (results.size() >= 2 && effort.is_spent()) break;
    results.emplace(unit, unit_result_text(*prepared.job, unit, subject.seed()));
  }
  if (std::ranges::all_of(results, [](const auto& each) { return has_thrown(each.second); })) {
    const auto& [unit, text] = *results.begin();
    throw CheckSkipped{
        fmt::format("every unit that was tried throws; {} {}", unit_name(unit, prepared.shape()), excerpt(text))};
  }
  return results;
}

/// Returns "7 units of 2x3", and the number of those without a tally.
std::string tested_text(const UnitResults& results, Shape shape) {
  const auto thrown = std::ranges::count_if(results, [](const auto& each) { return has_thrown(each.second); });
  return fmt::format("{} unit{} of {}{}", results.size(), results.size() == 1 ? "" : "s", to_string(shape),
                     thrown == 0 ? "" : fmt::format(" ({} of them throw)", thrown));
}

/// Compares two results. Exceptions count as equal, because their wording may come from other code.
bool is_same(const std::string& left, const std::string& right) {
  return left == right || (has_thrown(left) && has_thrown(right));
}

void require_same(Shape shape, std::uint64_t unit, const std::string& first, const std::string& again,
                  const std::string& how) {
  if (is_same(first, again)) return;
  throw CheckFailed{fmt::format("{} is {}, and {} {}", unit_name(unit, shape), excerpt(first), how, excerpt(again))};
}

std::atomic<bool>& race_was_reported() {
  static std::atomic<bool> was_reported{false};
  return was_reported;
}

}  // namespace

#if GRIDCENSUS_SEES_RACES
/// ThreadSanitizer calls this for each race.
extern "C" __attribute__((visibility("default"))) void __tsan_on_report(void* /*report*/) {
  race_was_reported() = true;
}
#endif

std::string check_purity(Subject& subject) {
  const Prepared& prepared = subject.quick();
  const Shape shape = prepared.shape();
  const UnitResults results = first_results(subject, prepared);

  std::optional<std::string> wrong;
  std::thread{[&] {
    // A new job, which has not seen the units before.
    try {
      const auto other = prepared.prepare_again();
      for (const auto& [unit, text] : boost::adaptors::reverse(results)) {
        require_same(shape, unit, text, unit_result_text(*other, unit, subject.seed()),
                     "backwards in a second job on another thread");
      }
    } catch (const std::exception& error) {
      wrong = error.what();
    }
  }}.join();
  if (wrong) throw CheckFailed{*wrong};

  for (const auto& [unit, text] : results) {
    require_same(shape, unit, text, unit_result_text(*prepared.job, unit, subject.seed()), "once more");
  }

  // The identity of an exact result does not include the seed.
  const auto& counted = prepared.run().counted;
  const bool is_exact = std::ranges::none_of(counted, [&](Quantity quantity) { return subject.is_sampled(quantity); });
  if (is_exact) {
    for (const auto& [unit, text] : results) {
      require_same(shape, unit, text, unit_result_text(*prepared.job, unit, subject.seed() + 1),
                   "by another seed, though all that it counts is exact,");
    }
  }

  subject.report_step("units of " + to_string(shape) + " in a process of their own");
  const auto apart = subject.prepare_isolated(prepared);
  for (const auto& [unit, text] : results) {
    require_same(shape, unit, text, unit_result_text(*apart, unit, subject.seed()), "in another process");
  }
  return fmt::format("{}, seed {}: the same twice, backwards on another thread, {}in another process",
                     tested_text(results, shape), subject.seed(), is_exact ? "by another seed, " : "");
}

std::string check_threads(Subject& subject) {
  const Prepared& prepared = subject.quick();
  const UnitResults results = first_results(subject, prepared);
  const std::vector<std::pair<std::uint64_t, std::string>> units{results.begin(), results.end()};
  const auto threads = static_cast<std::size_t>(subject.threads());
  const std::size_t min_turns = std::min<std::size_t>(2, units.size());
  subject.report_step(fmt::format("units of {} on {} threads at once", to_string(prepared.shape()), threads));
  const auto job = prepared.prepare_again();
  race_was_reported() = false;

  std::vector<std::optional<std::string>> wrong(threads);
  std::atomic<bool> may_begin{false};
  {
    const TimeBudget effort = subject.effort(budget_seconds);
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i) {
      workers.emplace_back([&, i] {
        while (!may_begin) std::this_thread::yield();
        // Alternates between the same unit as the other threads and a different one.
        for (std::size_t turn = 0; turn < 2 * units.size() && !wrong[i] && (turn < min_turns || !effort.is_spent());
             ++turn) {
          const auto& [unit, text] = units[(turn + (turn % 2) * i) % units.size()];
          try {
            require_same(prepared.shape(), unit, text, unit_result_text(*job, unit, subject.seed()),
                         fmt::format("while {} threads count", threads));
          } catch (const CheckFailed& error) {
            wrong[i] = error.what();
          }
        }
      });
    }
    may_begin = true;
  }
  for (const auto& text : wrong) {
    if (text) throw CheckFailed{*text};
  }
  if (race_was_reported()) throw CheckFailed{"ThreadSanitizer has reported a data race, on stderr"};
  return fmt::format(
      "{} on {} threads at once: the same as on one; {}", tested_text(results, prepared.shape()), threads,
      GRIDCENSUS_SEES_RACES ? "ThreadSanitizer saw no race" : "ThreadSanitizer was not there to see races");
}

}  // namespace gridcensus::host::conformance
