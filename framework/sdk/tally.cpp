#include "gridcensus/tally.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gridcensus {

void Table::add(const std::string& row, const std::vector<Integer>& values) {
  if (values.size() != columns.size()) {
    throw std::invalid_argument{"table row " + row + " has " + std::to_string(values.size()) + " values for " +
                                std::to_string(columns.size()) + " columns"};
  }
  auto& sums = rows[row];
  sums.resize(columns.size());
  for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
}

void Table::add(const Table& other) {
  if (key != other.key || columns != other.columns) {
    throw std::invalid_argument{"tables of one name have different columns"};
  }
  for (const auto& [row, values] : other.rows) add(row, values);
}

void Moments::add(Real sample) {
  min = count == 0 ? sample : std::min(min, sample);
  max = count == 0 ? sample : std::max(max, sample);
  const auto before = static_cast<Real>(count);
  ++count;
  const auto now = static_cast<Real>(count);
  const Real step = sample - mean;
  const Real share = step / now;
  const Real square = step * share * before;
  mean += share;
  fourths += share * (share * (square * (now * now - 3 * now + 3) + 6 * squares) - 4 * cubes);
  cubes += share * (square * (now - 2) - 3 * squares);
  squares += square;
}

void Moments::add(const Moments& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  const auto here = static_cast<Real>(count);
  const auto there = static_cast<Real>(other.count);
  const Real both = here + there;
  const Real step = other.mean - mean;
  const Real share = step / both;
  const Real square = step * share * here * there;
  fourths += other.fourths + share * (share * (square * (here * here - here * there + there * there) +
                                               6 * (here * here * other.squares + there * there * squares)) +
                                      4 * (here * other.cubes - there * cubes));
  cubes += other.cubes + share * (square * (here - there) + 3 * (here * other.squares - there * squares));
  squares += other.squares + square;
  mean += share * there;
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  count += other.count;
}

Real Moments::variance() const { return count < 2 ? 0 : squares / static_cast<Real>(count - 1); }

Real Moments::standard_error() const { return count < 2 ? 0 : std::sqrt(variance() / static_cast<Real>(count)); }

Tally& Tally::add(std::string_view name, const Integer& value) {
  sums_[std::string{name}] += value;
  return *this;
}

Tally& Tally::sample(std::string_view name, Real value) {
  moments_[std::string{name}].add(value);
  return *this;
}

Tally& Tally::add(std::string_view name, const Moments& moments) {
  moments_[std::string{name}].add(moments);
  return *this;
}

Tally& Tally::add(std::string_view name, const Table& table) {
  // Even the first table is added to an empty one, so a row of the wrong length is refused at once.
  tables_.try_emplace(std::string{name}, Table{table.key, table.columns, {}}).first->second.add(table);
  return *this;
}

Tally& Tally::add(const Tally& other) {
  for (const auto& [name, value] : other.sums_) add(name, value);
  for (const auto& [name, moments] : other.moments_) add(name, moments);
  for (const auto& [name, table] : other.tables_) add(name, table);
  return *this;
}

Integer Tally::sum(std::string_view name) const {
  const auto found = sums_.find(name);
  if (found != sums_.end()) return found->second;
  std::string names;
  for (const auto& [known, value] : sums_) names += (names.empty() ? "" : ", ") + known;
  throw std::out_of_range{"the tally has no sum " + std::string{name} + "; it has " + (names.empty() ? "none" : names)};
}

Moments Tally::moments(std::string_view name) const {
  const auto found = moments_.find(name);
  return found == moments_.end() ? Moments{} : found->second;
}

Table Tally::table(std::string_view name) const {
  const auto found = tables_.find(name);
  return found == tables_.end() ? Table{} : found->second;
}

}  // namespace gridcensus
