#include "stack_product/stacks/stack_fillings.hpp"

#include <algorithm>

namespace gridcensus::stack_product {

StackFillings::StackFillings(int side, int cols, Counting counting)
    : side_{side},
      cols_{cols},
      counting_{counting},
      factorisations_{side, std::min(cols, counting.exact_columns)},
      matchings_{side} {}

void StackFillings::count(std::span<const SymbolSet32> rows, Random& random, Workspace& workspace,
                          std::span<double> results) const {
  if (is_exact()) {
    std::ranges::fill(results, static_cast<double>(factorisations_.count(rows, workspace.factorisations_)));
    return;
  }
  workspace.matchings_.resize(static_cast<std::size_t>(cols_ - counting_.exact_columns));
  Matchings::Workspace& first_column = workspace.matchings_.front();
  const auto columns = static_cast<double>(matchings_.count(rows, first_column));
  std::array<SymbolSet32, max_side> rest{};
  const std::span<SymbolSet32> left{rest.data(), static_cast<std::size_t>(side_)};
  for (double& result : results) {
    matchings_.draw(random, first_column, left);
    result = columns * estimate(left, cols_ - 1, random, workspace);
  }
}

double StackFillings::estimate(std::span<const SymbolSet32> rows, int cols, Random& random,
                               Workspace& workspace) const {
  if (cols == counting_.exact_columns) {
    return static_cast<double>(factorisations_.count(rows, workspace.factorisations_));
  }
  Matchings::Workspace& column = workspace.matchings_[static_cast<std::size_t>(cols_ - cols)];
  const auto columns = static_cast<double>(matchings_.count(rows, column));
  std::array<SymbolSet32, max_side> rest{};
  const std::span<SymbolSet32> left{rest.data(), static_cast<std::size_t>(side_)};
  matchings_.draw(random, column, left);
  return columns * estimate(left, cols - 1, random, workspace);
}

}  // namespace gridcensus::stack_product
