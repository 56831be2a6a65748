#include "russell_jarvis/movement.hpp"

#include <numeric>
#include <vector>

namespace gridcensus::russell_jarvis {

namespace {

using mathematics::BlockCycle;
using mathematics::LineType;

std::vector<int> line_cycles(const LineType& type) {
  std::vector<int> lengths;
  for (const BlockCycle& cycle : type) {
    for (const int part : cycle.product) lengths.push_back(cycle.length * part);
  }
  return lengths;
}

int moved_blocks(const LineType& type) {
  int moved = 0;
  for (const BlockCycle& cycle : type) moved += cycle.length > 1 ? cycle.length : 0;
  return moved;
}

int moved_lines(const LineType& type) {
  int moved = 0;
  for (const int length : line_cycles(type)) moved += length > 1 ? length : 0;
  return moved;
}

std::map<int, int> cycles_of_pairs(const LineType& rows, const LineType& columns) {
  std::map<int, int> cycles;
  for (const int a : line_cycles(rows)) {
    for (const int b : line_cycles(columns)) cycles[std::lcm(a, b)] += std::gcd(a, b);
  }
  return cycles;
}

std::map<int, int> transposing_cycles(const LineType& square) {
  std::map<int, int> cycles;
  const std::vector<int> lengths = line_cycles(square);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const int a = lengths[i];
    if (a % 2 == 1) ++cycles[a];
    if (a > 1) cycles[2 * a] += a / 2;
    for (std::size_t j = 0; j < i; ++j) cycles[2 * std::lcm(a, lengths[j])] += std::gcd(a, lengths[j]);
  }
  return cycles;
}

}  // namespace

Movement movement(const SymmetryClasses::Class& symmetries) {
  const LineType& rows = symmetries.rows->type;
  const LineType& columns = symmetries.columns->type;
  Movement result;
  result.bands = moved_blocks(rows);
  result.stacks = moved_blocks(columns);
  result.rows = moved_lines(rows);
  result.columns = moved_lines(columns);
  result.cell_cycles = symmetries.is_transposed ? transposing_cycles(rows) : cycles_of_pairs(rows, columns);
  for (const auto& [length, number] : result.cell_cycles) result.order = std::lcm(result.order, length);
  const auto fixed = result.cell_cycles.find(1);
  if (fixed != result.cell_cycles.end()) result.fixed_cells = fixed->second;
  return result;
}

}  // namespace gridcensus::russell_jarvis
