#include "host/conformance/check.hpp"

namespace gridcensus::host::conformance {

const std::vector<Check>& all_checks() {
  // The result of a unit is meaningless if it is not always the same.
  static const std::vector<Check> checks{{"refusals", check_refusals, {}},
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
