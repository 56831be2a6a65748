#include "host/base/text.hpp"
#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/fields/values.hpp"
#include "host/isolation/isolated_strategy.hpp"
#include "host/process/process_tree.hpp"
#include "host/workers/calls.hpp"

#include <fmt/format.h>

namespace gridcensus::host::conformance {

namespace {

/// Less than this cannot be distinguished from the memory that every process uses.
constexpr std::uint64_t noise = 16U << 20U;
constexpr std::uint64_t factor = 2;
constexpr std::uint64_t units_measured = 8;
/// Shapes whose calls take longer are left out. For the first shape it only ends what hangs, because a process may need
/// seconds to start on a busy machine.
constexpr double answer_seconds = 2;
constexpr double first_answer_seconds = 20;

struct Measured {
  std::uint64_t bytes = 0;
  bool is_whole = false;  ///< all units were counted
};

/// Returns the peak memory of a worker that prepares the job and counts some of its units, minus that of an idle
/// worker.
Measured measure(const Subject& subject, const Prepared& prepared, const TimeBudget& effort, double seconds) {
  const auto never = [] { return false; };
  const auto worker = start_worker("/proc/self/exe", {.seconds = seconds, .memory_bytes = memory_of_machine() / 2});
  worker->ask({{"call", "nothing"}}, never);
  const std::uint64_t idle = worker->peak_memory();
  const auto ask = [&](const Message& request) -> Message {
    Message answer = worker->ask(request, never);
    if (answer.contains("result")) return std::move(answer["result"]);
    const std::string why = answer.value("failed", answer.value("broken", "stopped"));
    throw CheckSkipped{fmt::format("{} in a worker: {}", request.at("call").get<std::string>(), why)};
  };

  const Message request =
      isolated_prepare_request(subject.plugin(), prepared.run().configuration->parameters, prepared.request());
  const std::uint64_t units = value_from<PreparedJob>(ask(request)).units.value_or(1);
  std::uint64_t counted = 0;
  const std::uint64_t wanted = std::min(units, units_measured);
  for (; counted < wanted && (counted == 0 || !effort.is_spent()); ++counted) {
    ask(isolated_run_request(counted * (units / wanted), subject.seed(), 0));
  }
  return {worker->peak_memory() - idle, counted == units};
}

}  // namespace

std::string check_memory(Subject& subject) {
  if (subject.plugin().program != nullptr)
    throw CheckSkipped{"it is a program, whose processes have limits of their own"};
  if (is_sanitized) throw CheckSkipped{"built with a sanitizer, which takes memory of its own"};
  const TimeBudget effort = subject.effort(1);
  bool is_counted = false;
  std::string text;  // of the shape that used most
  std::uint64_t largest = 0;
  for (const auto shape : growing_shapes) {
    if (effort.is_spent()) break;
    const auto prepared = subject.plan_on(shape);
    if (prepared == nullptr) continue;
    is_counted = true;
    const auto forecast = prepared->run().offer.memory_bytes;
    if (!forecast) continue;
    Measured measured;
    try {
      subject.report_step(fmt::format("units of {} in a worker", to_string(shape)));
      measured = measure(subject, *prepared, effort, text.empty() ? first_answer_seconds : answer_seconds);
    } catch (const WorkerLost& lost) {
      if (text.empty()) throw CheckSkipped{fmt::format("the worker of {} {}", to_string(shape), lost.what())};
      break;  // larger shapes take too long, or too much memory
    }
    const std::string what =
        fmt::format("{}: {} forecast, {} used", to_string(shape), bytes_text(*forecast), bytes_text(measured.bytes));
    const bool is_noise = *forecast < noise && measured.bytes < noise;
    const bool is_too_low = measured.bytes > factor * *forecast;
    const bool is_too_high = *forecast > factor * measured.bytes;
    if (!is_noise && is_too_low) throw CheckFailed{what + ": more than twice as much"};
    if (!is_noise && is_too_high && measured.is_whole) throw CheckFailed{what + ": less than half of it"};
    // Only some units were counted; the others may use more.
    if (measured.bytes < largest) continue;
    largest = measured.bytes;
    text = what;
  }
  if (!is_counted) throw CheckSkipped{"none of " + names_of(growing_shapes) + " is counted"};
  if (text.empty()) throw CheckSkipped{"it forecasts no memory: nothing keeps its runs from taking too much"};
  return text;
}

}  // namespace gridcensus::host::conformance
