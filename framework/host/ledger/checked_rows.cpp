#include "host/ledger/checked_rows.hpp"

#include "host/base/quantities.hpp"
#include "host/records/records.hpp"

#include <stdexcept>

namespace gridcensus::host {

namespace {

Quantity decode_quantity(const std::string& name) {
  const auto quantity = stored_quantity(name);
  if (!quantity) throw std::invalid_argument{"not the name of a quantity"};
  return *quantity;
}

}  // namespace

Conclusion CheckedRows::decode(const ConclusionRow& row) const {
  try {
    Conclusion conclusion{count_from(row.units), row.seconds, {}, {}, decode_tally(row.total)};
    for (const auto& [run, quantity, outcome] : row.outcomes) {
      conclusion.outcomes.emplace(decode_quantity(quantity), decode_outcome(outcome));
    }
    for (const auto& [run, name, finding] : row.findings) conclusion.findings.emplace(name, decode_finding(finding));
    return conclusion;
  } catch (const std::invalid_argument&) {
    throw damaged(row);
  }
}

}  // namespace gridcensus::host
