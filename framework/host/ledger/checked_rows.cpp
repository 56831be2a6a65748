#include "host/ledger/checked_rows.hpp"

#include "host/value_encoding/value_encoding.hpp"

#include <stdexcept>
#include <utility>

namespace gridcensus::host {

Conclusion CheckedRows::decode(const ConclusionRow& row) const {
  try {
    auto [outcomes, findings] = decode_report(row.report);
    return {count_from(row.units), row.seconds, std::move(outcomes), std::move(findings), decode_tally(row.total)};
  } catch (const std::invalid_argument&) {
    throw damaged(row);
  }
}

}  // namespace gridcensus::host
