#include "host/ledger/checked_rows.hpp"

#include "host/base/quantities.hpp"
#include "host/records/records.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace gridcensus::host {

namespace {

std::uint64_t decode_count(const std::string& text) {
  const auto count = parse_integer(text);
  if (!count || *count < 0 || *count > std::numeric_limits<std::uint64_t>::max()) {
    throw std::invalid_argument{"not a number of units"};
  }
  return count->convert_to<std::uint64_t>();
}

Quantity decode_quantity(const std::string& name) {
  const auto quantity = stored_quantity(name);
  if (!quantity) throw std::invalid_argument{"not the name of a quantity"};
  return *quantity;
}

}  // namespace

Conclusion CheckedRows::decode(const ConclusionRow& row) const {
  try {
    Conclusion conclusion{decode_count(row.units), row.seconds, {}, {}, decode_tally(row.total)};
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
