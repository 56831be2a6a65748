#include "gridcensus/plugin.hpp"

#include "signature_burnside/kept_signatures.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using signature_burnside::CycleType;
using signature_burnside::KeptSignatures;

/// The side of 7x7, with 173525 cycle types.
constexpr int max_symbols = 49;
/// Cycle types take microseconds each: a unit is many of them where they are many.
constexpr std::uint64_t most_units = 256;

std::uint64_t units_of(Shape shape) { return std::min(mathematics::number_of_cycle_types(shape.side()), most_units); }

class SignatureBurnsideJob final : public Job {
 public:
  explicit SignatureBurnsideJob(const Request& request)
      : shape_{request.problem.shape},
        kept_{shape_.box_rows, shape_.box_cols, [&request] { request.stop.check(); }},
        types_{mathematics::cycle_types(shape_.side())} {}

  std::uint64_t units() const override { return units_of(shape_); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Integer codes = 0;
    Integer signatures = 0;
    for (std::size_t number = unit; number < types_.size(); number += units()) {
      context.check_stop();
      const Integer relabellings = mathematics::permutations_of(types_[number]);
      codes += relabellings * kept_.codes(types_[number]);
      signatures += relabellings * kept_.signatures(types_[number]);
    }
    return Tally{}.add("kept_codes", codes).add("kept_signatures", signatures);
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer relabellings = factorial(shape_.side());
    // Every code can be relabelled to every other.
    if (total.sum("kept_codes") != relabellings) {
      throw std::logic_error{"the codes of one box fall into more or less than one orbit"};
    }
    const Integer kept = total.sum("kept_signatures");
    if (kept % relabellings != 0) {
      throw std::logic_error{"Burnside's lemma gives no whole number: " + to_decimal(kept) +
                             " unordered signatures are kept by " + to_decimal(relabellings) + " relabellings"};
    }
    const auto [rows, cols] = shape_;
    const Integer labelled = power(relabellings / power(factorial(rows), cols), rows);
    const Integer order = relabellings * power(factorial(cols), rows) * factorial(rows);
    Report report;
    report.outcomes[Quantity::signature_classes] = Exact{kept / relabellings};
    report.findings.emplace("signatures", Finding{Exact{labelled},
                                                  "Column signatures of a band, with every column in "
                                                  "its place"});
    report.findings.emplace("signature_classes_at_least",
                            Finding{Exact{(labelled + order - 1) / order},
                                    "Signatures, divided by the order of the group that makes classes of them"});
    return report;
  }

 private:
  Shape shape_;
  KeptSignatures kept_;
  std::vector<CycleType> types_;
};

class SignatureBurnside final : public Strategy {
 public:
  struct Params {};

  static About about() {
    return {.id = "signature_burnside",
            .version = "1.0.0",
            .summary = "Averages the column signatures that relabellings keep, by cycle type, and lists none of them.",
            .source = "Burnside's lemma; the recursion over cycles is ours",
            .yields = {{Quantity::signature_classes, Kind::exact}}};
  }

  static void describe(Schema<Params>& /*schema*/) {}

  explicit SignatureBurnside(Params /*params*/) {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    if (problem.shape.side() > max_symbols) {
      return "the side is above " + std::to_string(max_symbols) + ": the relabellings have too many cycle types";
    }
    return std::nullopt;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    constexpr std::uint64_t bytes_per_type = 200;
    const auto [rows, cols] = problem.shape;
    std::uint64_t types = 0;
    for (int columns = 0; columns <= cols; ++columns) {
      types += mathematics::number_of_cycle_types(columns * rows);
    }
    return {.units = units_of(problem.shape), .memory_bytes = bytes_per_type * types};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<SignatureBurnsideJob>(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(SignatureBurnside);
