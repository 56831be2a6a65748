#include "host/ledger/rows.hpp"

#include "host/ledger/fields.hpp"

namespace gridcensus::host {

std::string SessionRow::checksum() const {
  return Fields{"session", experiment, experiment_sha256, seed,     part,    host,
                cpu,       threads,    isolation,         compiler, version, started}
      .checksum();
}

std::string RunRow::checksum() const {
  return Fields{"run",    identity_sha256,  identity,      configuration, problem,
                strategy, strategy_version, plugin_sha256, parameters}
      .checksum();
}

std::string ConclusionRows::checksum(std::string_view run, std::string_view session) const {
  Fields fields{"conclusion", run, session, units, total, bits(seconds), ended};
  for (const auto* rows : {&outcomes, &findings}) {
    fields.add(std::to_string(rows->size()));
    for (const auto& [name, text] : *rows) fields.add(name).add(text);
  }
  return fields.checksum();
}

std::string DocumentRow::checksum() const {
  return Fields{"document", experiment_sha256, seed, experiment, recorded, document}.checksum();
}

std::string job_checksum(std::string_view run, std::string_view units, double weight) {
  return Fields{"job", run, units, bits(weight)}.checksum();
}

std::string share_checksum(std::string_view run, std::string_view part, std::string_view units, double weight) {
  return Fields{"share", run, part, units, bits(weight)}.checksum();
}

std::string effort_checksum(std::string_view run, std::string_view session, double seconds) {
  return Fields{"effort", run, session, bits(seconds)}.checksum();
}

std::string unit_checksum(std::string_view run, std::int64_t unit, std::string_view session, std::string_view tally,
                          double weight, double seconds) {
  return Fields{"unit", run, std::to_string(unit), session, tally, bits(weight), bits(seconds)}.checksum();
}

std::string recount_checksum(std::string_view run, std::int64_t unit, std::string_view session, std::string_view tally,
                             double seconds) {
  return Fields{"recount", run, std::to_string(unit), session, tally, bits(seconds)}.checksum();
}

std::string failure_checksum(std::string_view run, std::string_view session, std::string_view unit,
                             std::string_view state, std::string_view message, std::string_view recorded) {
  return Fields{"failure", run, session, unit, state, message, recorded}.checksum();
}

std::string standing_checksum(std::string_view run, std::string_view quantity, std::string_view standing,
                              std::string_view witnesses) {
  return Fields{"standing", run, quantity, standing, witnesses}.checksum();
}

}  // namespace gridcensus::host
