#include "gridcensus/plugin.hpp"

#include "symbol_halves/row_words.hpp"
#include "symbol_halves/stack_fillings.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using symbol_halves::WordClass;

/// The most columns of boxes: six would take some 700 hours, half a minute for each of 63,199 classes.
constexpr int max_counted_columns = 5;

Integer to_integer(mathematics::UInt128 number) {
  return Integer{static_cast<std::uint64_t>(number >> 64U)} * power(2, 64) +
         Integer{static_cast<std::uint64_t>(number)};
}

/// One unit for each class of row structures.
class SumOverClasses final : public Job {
 public:
  SumOverClasses(int columns, std::set<Quantity> quantities, const Poll& poll)
      : columns_{columns}, quantities_{std::move(quantities)}, classes_{symbol_halves::word_classes(columns, poll)} {}

  std::uint64_t units() const override { return classes_.size(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    const WordClass& stacks = classes_.at(unit);
    const Integer fillings = to_integer(symbol_halves::stack_fillings(columns_, stacks.words, context.poll));
    Tally tally;
    for (const Quantity quantity : quantities_) {
      tally.add(name_of(quantity), stacks.structures * power(fillings, stacks_with(quantity)));
    }
    return tally;
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override {
    std::map<std::string, Integer> divisors;
    // The columns of each stack can be permuted.
    for (const Quantity quantity : quantities_) {
      divisors[std::string{name_of(quantity)}] = power(factorial(columns_), stacks_with(quantity));
    }
    return divisors;
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    for (const Quantity quantity : quantities_) report.outcomes[quantity] = Exact{total.sum(name_of(quantity))};
    report.findings["row_structure_classes"] = {
        Exact{Integer{classes_.size()}},
        "Classes of row structures of a stack of 2xC boxes, up to relabelling, exchanges of the rows of a box and "
        "permutations of the boxes",
        true};
    return report;
  }

 private:
  /// Returns the number of stacks with the same row structure in one of the things counted: a grid has two, and one is
  /// a band of the transposed shape.
  static int stacks_with(Quantity quantity) { return quantity == Quantity::grids ? 2 : 1; }

  int columns_;
  std::set<Quantity> quantities_;
  std::vector<WordClass> classes_;
};

class SymbolHalves final : public Strategy {
 public:
  static About about() {
    return {.id = "symbol_halves",
            .version = "1.0.0",
            .summary = "Fills the stacks of boxes of two rows symbol by symbol, and meets in the middle.",
            .source = "our own",
            .yields = {{Quantity::grids, Kind::exact}, {Quantity::bands, Kind::exact}}};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    constexpr std::uint64_t megabyte = 1U << 20U;
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem.shape, quantity); });
    offer.memory_bytes = 2 * megabyte;
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Shape shape = request.problem.shape;
    return std::make_unique<SumOverClasses>(std::max(shape.box_rows, shape.box_cols), request.quantities, request.poll);
  }

 private:
  static std::optional<std::string> why_not(Shape shape, Quantity quantity) {
    if (std::min(shape.box_rows, shape.box_cols) != 2) {
      return "this method takes boxes of two rows or of two columns: others have more stacks, which share rows";
    }
    if (std::max(shape.box_rows, shape.box_cols) > max_counted_columns) {
      return "the stack of " + std::to_string(std::max(shape.box_rows, shape.box_cols)) +
             " boxes has too many classes of row structures; this method takes up to " +
             std::to_string(max_counted_columns) + " boxes in a stack";
    }
    if (quantity == Quantity::bands && shape.box_cols != 2) {
      return "this method counts bands of boxes of two columns, the transposed stacks of boxes of two rows";
    }
    return std::nullopt;
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(SymbolHalves);
