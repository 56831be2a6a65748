#pragma once

#include "host/ledger/statement.hpp"

#include <string>
#include <vector>

namespace gridcensus::testing {

/// Gives every row of a ledger the checksum of its present fields, as a careful forger would.
inline void recompute_checksums(const SQLite::Database& ledger) {
  host::for_each_table([&]<class Row>() {
    std::vector<Row> rows;
    host::RowReader<Row> reader{ledger};
    while (const auto row = reader.next()) rows.push_back(*row);
    const std::string update = "UPDATE " + std::string{Row::table.name} + " SET checksum = ?";
    for (const Row& row : rows) host::execute_on(ledger, row, update, host::checksum_of(row));
  });
}

}  // namespace gridcensus::testing
