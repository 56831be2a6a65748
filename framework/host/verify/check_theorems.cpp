#include "host/compare/theorems.hpp"
#include "host/verify/concluded_run.hpp"

#include <fmt/format.h>

namespace gridcensus::host::verify {

void check_theorems(const ConcludedRun& concluded, Checks& checks) {
  for (const Comparison& theorem : host::check_theorems(concluded.values)) {
    const std::string values = theorem.left.value + " against " + theorem.right.value;
    checks.add(concluded.run->name(), theorem.subject + ": " + theorem.right.origin.name,
               theorem.verdict == Verdict::holds
                   ? std::nullopt
                   : std::optional{theorem.note.empty() ? values : values + ": " + theorem.note});
  }
}

}  // namespace gridcensus::host::verify
