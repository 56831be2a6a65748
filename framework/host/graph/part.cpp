#include "host/graph/part.hpp"

#include "gridcensus/integer.hpp"
#include "host/base/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

namespace gridcensus::host {

namespace {

BadInput part_error(const std::string& message) { return BadInput{on_command_line("--part", message)}; }

std::optional<std::uint64_t> number_in(std::string_view text) {
  const auto value = parse_integer(text);
  if (!value || *value < 0 || *value > max_parts) return std::nullopt;
  return value->convert_to<std::uint64_t>();
}

/// Returns the number that a scheduler has put into the environment.
std::uint64_t number_of(const Environment& environment, const char* name) {
  const char* const text = environment(name);
  const auto value = text == nullptr ? std::nullopt : number_in(text);
  if (!value) {
    throw part_error(fmt::format("auto: the environment has {}{}; expected a number from 0 to {}", name,
                                 text == nullptr ? " unset" : fmt::format("={}", text), max_parts));
  }
  return *value;
}

std::optional<Part> part_of_array(const Environment& environment) {
  if (environment("SLURM_ARRAY_TASK_ID") == nullptr) return std::nullopt;
  const auto task = number_of(environment, "SLURM_ARRAY_TASK_ID");
  const auto first = number_of(environment, "SLURM_ARRAY_TASK_MIN");
  const auto last = number_of(environment, "SLURM_ARRAY_TASK_MAX");
  const auto count = number_of(environment, "SLURM_ARRAY_TASK_COUNT");
  // Tasks 3-5, or 3,7, are some tasks of an array, submitted again; its size is unknown.
  if (first > 1 || last < task || task < first || last - first + 1 != count) {
    throw part_error(fmt::format(
        "auto: {} tasks numbered {} to {} do not determine the number of parts. Number the array from 0 or 1 without "
        "gaps, or give the part: --part {}/N",
        count, first, last, task));
  }
  return Part{task - first + 1, count};
}

/// Returns the part of a process that was started together with others. Open MPI and other launchers may themselves be
/// started as a step of Slurm, which then numbers their helpers, so Slurm is checked last.
std::optional<Part> part_of_process(const Environment& environment) {
  constexpr std::array<std::array<const char*, 2>, 3> starters{{{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                                                {"PMI_RANK", "PMI_SIZE"},
                                                                {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}}};
  for (const auto& [rank_name, size_name] : starters) {
    // The script of a Slurm job has a rank, but is not a step.
    if (environment(rank_name) == nullptr || environment(size_name) == nullptr) continue;
    const auto rank = number_of(environment, rank_name);
    const auto size = number_of(environment, size_name);
    if (rank >= size) {
      throw part_error(fmt::format("auto: {}={} is not below {}={}", rank_name, rank, size_name, size));
    }
    return Part{rank + 1, size};
  }
  return std::nullopt;
}

Part part_of_environment(const Environment& environment) {
  const auto array = part_of_array(environment);
  const auto process = part_of_process(environment);
  if (!array && !process) {
    throw part_error(
        "auto: no scheduler has numbered this process (looked for arrays and steps of Slurm, Open MPI, PMI); expected "
        "I/N");
  }
  const Part outer = array.value_or(Part{});
  const Part inner = process.value_or(Part{});
  if (outer.count * inner.count > max_parts) {
    throw part_error(
        fmt::format("auto: {} tasks of {} processes are more than {} parts", outer.count, inner.count, max_parts));
  }
  return {(outer.number - 1) * inner.count + inner.number, outer.count * inner.count};
}

}  // namespace

Part read_part(const std::string& text, const Environment& environment) {
  if (text == "auto") return part_of_environment(environment);
  const auto slash = text.find('/');
  if (slash != std::string::npos) {
    const auto number = number_in(std::string_view{text}.substr(0, slash));
    const auto count = number_in(std::string_view{text}.substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count) return {*number, *count};
  }
  throw part_error(fmt::format("{}: expected I/N, with I from 1 to N and N at most {}; or auto", text, max_parts));
}

}  // namespace gridcensus::host
