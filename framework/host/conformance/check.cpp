#include "host/conformance/check.hpp"

#include <array>

namespace gridcensus::host::conformance {

namespace {

constexpr std::array<std::string_view, 3> result_names{"ok", "FAILED", "skipped"};

}  // namespace

std::string_view name_of(Result result) { return result_names.at(static_cast<std::size_t>(result)); }

std::optional<Result> find_result(std::string_view name) {
  for (const auto result : {Result::holds, Result::fails, Result::skipped}) {
    if (name_of(result) == name) return result;
  }
  return std::nullopt;
}

const std::vector<Check>& all_checks() {
  // What a unit comes to means nothing where it is not always the same.
  static const std::vector<Check> checks{{"declarations", check_declarations, {}},
                                         {"refusals", check_refusals, {}},
                                         {"purity", check_purity, {"refusals"}},
                                         {"threads", check_threads, {"refusals", "purity"}},
                                         {"values", check_values, {"refusals", "purity"}},
                                         {"divisors", check_divisors, {"refusals", "purity"}},
                                         {"resumption", check_resumption, {"refusals", "purity", "threads"}},
                                         {"stop", check_stop, {"refusals"}},
                                         {"memory", check_memory, {"refusals"}},
                                         {"coverage", check_coverage, {"refusals", "purity"}},
                                         {"independence", check_independence, {}},
                                         {"stdout", check_stdout, {}}};
  return checks;
}

}  // namespace gridcensus::host::conformance
