#include "host/publish/verdict.hpp"

#include "host/report/document_index.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::host::publish {

std::string verdict_text(const ResultsDocument& document) {
  const auto count = [&](const auto& fits) { return std::ranges::count_if(document.verdicts, fits); };
  const auto agree = count([](const auto& one) { return is_agreement(one) && one.right.kind != "invariant"; });
  const auto hold = count([](const auto& one) { return is_agreement(one) && one.right.kind == "invariant"; });
  const auto against = count([](const auto& one) { return is_contradiction(one); });
  const std::string_view answer = against > 0 ? "NO" : document.exit != 0 ? "NOT YET" : "YES";
  std::string text =
      fmt::format("{}. {} comparisons agree, {} invariants hold; {} runs.", answer, agree, hold, document.runs.size());
  if (against > 0) text += fmt::format("\n{} disagree or are broken.", against);
  return text + "\n";
}

}  // namespace gridcensus::host::publish
