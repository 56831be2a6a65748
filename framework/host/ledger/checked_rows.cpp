#include "host/ledger/checked_rows.hpp"

#include "host/fields/values.hpp"

#include <stdexcept>
#include <utility>

namespace gridcensus::host {

Conclusion CheckedRows::decode(const ConclusionRow& row) const {
  try {
    auto [outcomes, findings] = host::decode<Report>(row.report);
    return {value_from<std::uint64_t>(row.units), row.seconds, std::move(outcomes), std::move(findings),
            host::decode<Tally>(row.total)};
  } catch (const std::invalid_argument&) {
    throw damaged(row);
  }
}

}  // namespace gridcensus::host
