#pragma once

#include "host/ledger/rows.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gridcensus::testing {

/// Gives every row of a ledger the checksum that its fields now have, as somebody would who tampers with care.
class MendedChecksums {
 public:
  explicit MendedChecksums(SQLite::Database& ledger) : ledger_{ledger} {
    mend(
        "SELECT id, experiment, experiment_sha256, seed, part, host, cpu, threads, isolation, compiler, version, "
        "started FROM sessions",
        "UPDATE sessions SET checksum = ? WHERE id = ?", 1, [](const Row& row) {
          return host::SessionRow{row[1], row[2], row[3], row[4],  row[5], row[6],
                                  row[7], row[8], row[9], row[10], row[11]}
              .checksum();
        });
    mend(
        "SELECT id, identity_sha256, identity, configuration, problem, strategy, strategy_version, plugin_sha256, "
        "parameters FROM runs",
        "UPDATE runs SET checksum = ? WHERE id = ?", 1, [](const Row& row) {
          return host::RunRow{row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8]}.checksum();
        });
    mend("SELECT run, identity_sha256, units, weight FROM jobs JOIN runs ON runs.id = run",
         "UPDATE jobs SET checksum = ? WHERE run = ?", 1,
         [](const Row& row) { return host::job_checksum(row[1], row[2], row.real(3)); });
    mend("SELECT run, part, identity_sha256, units, weight FROM shares JOIN runs ON runs.id = run",
         "UPDATE shares SET checksum = ? WHERE run = ? AND part = ?", 2,
         [](const Row& row) { return host::share_checksum(row[2], row[1], row[3], row.real(4)); });
    mend(
        "SELECT e.run, e.session, r.identity_sha256, s.checksum, e.seconds FROM efforts e JOIN runs r ON r.id = e.run "
        "LEFT JOIN sessions s ON s.id = e.session",
        "UPDATE efforts SET checksum = ? WHERE run = ? AND session = ?", 2,
        [](const Row& row) { return host::effort_checksum(row[2], row[3], row.real(4)); });
    mend(
        "SELECT u.run, u.unit, r.identity_sha256, s.checksum, u.tally, u.weight, u.seconds FROM units u JOIN runs r ON "
        "r.id = u.run LEFT JOIN sessions s ON s.id = u.session",
        "UPDATE units SET checksum = ? WHERE run = ? AND unit = ?", 2, [](const Row& row) {
          return host::unit_checksum(row[2], std::stoll(row[1]), row[3], row[4], row.real(5), row.real(6));
        });
    mend(
        "SELECT c.run, c.unit, r.identity_sha256, s.checksum, u.tally, c.seconds FROM recounts c JOIN runs r ON r.id = "
        "c.run LEFT JOIN sessions s ON s.id = c.session JOIN units u ON u.run = c.run AND u.unit = c.unit",
        "UPDATE recounts SET checksum = ? WHERE run = ? AND unit = ?", 2,
        [](const Row& row) { return host::recount_checksum(row[2], std::stoll(row[1]), row[3], row[4], row.real(5)); });
    mend(
        "SELECT t.run, t.quantity, r.identity_sha256, t.standing, t.witnesses FROM standings t JOIN runs r ON r.id = "
        "t.run",
        "UPDATE standings SET checksum = ? WHERE run = ? AND quantity = ?", 2,
        [](const Row& row) { return host::standing_checksum(row[2], row[1], row[3], row[4]); });
    mend(
        "SELECT c.run, r.identity_sha256, s.checksum, c.units, c.total, c.seconds, c.ended FROM conclusions c JOIN "
        "runs "
        "r ON r.id = c.run LEFT JOIN sessions s ON s.id = c.session",
        "UPDATE conclusions SET checksum = ? WHERE run = ?", 1, [this](const Row& row) {
          return host::ConclusionRows{row[3],
                                      row[4],
                                      row.real(5),
                                      row[6],
                                      pairs("SELECT quantity, outcome FROM outcomes WHERE run = ? ORDER BY 1", row[0]),
                                      pairs("SELECT name, finding FROM findings WHERE run = ? ORDER BY 1", row[0])}
              .checksum(row[1], row[2]);
        });
    mend("SELECT experiment_sha256, seed, experiment, recorded, document FROM documents",
         "UPDATE documents SET checksum = ? WHERE experiment_sha256 = ? AND seed = ?", 2, [](const Row& row) {
           return host::DocumentRow{row[0], row[1], row[2], row[3], row[4]}.checksum();
         });
  }

 private:
  struct Row {
    std::vector<std::string> texts;
    std::vector<double> reals;
    const std::string& operator[](std::size_t column) const { return texts.at(column); }
    double real(std::size_t column) const { return reals.at(column); }
  };

  std::vector<Row> rows(const std::string& query, const std::string& bound = "") {
    SQLite::Statement statement{ledger_, query};
    if (!bound.empty()) statement.bind(1, bound);
    std::vector<Row> all;
    while (statement.executeStep()) {
      Row& row = all.emplace_back();
      for (int column = 0; column < statement.getColumnCount(); ++column) {
        row.texts.push_back(statement.getColumn(column).getString());
        row.reals.push_back(statement.getColumn(column).getDouble());
      }
    }
    return all;
  }

  std::vector<std::pair<std::string, std::string>> pairs(const std::string& query, const std::string& run) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Row& row : rows(query, run)) all.emplace_back(row[0], row[1]);
    return all;
  }

  /// @param keys  how many columns, from the first, say which row it is
  template <class Checksum>
  void mend(const std::string& query, const std::string& update, std::size_t keys, Checksum checksum) {
    for (const Row& row : rows(query)) {
      SQLite::Statement statement{ledger_, update};
      statement.bind(1, checksum(row));
      for (std::size_t key = 0; key < keys; ++key) statement.bind(static_cast<int>(key) + 2, row[key]);
      statement.exec();
    }
  }

  SQLite::Database& ledger_;
};

}  // namespace gridcensus::testing
