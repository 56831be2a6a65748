#include "gridcensus/plugin.hpp"

#include "cycle_types/cycle_types.hpp"
#include "signature_burnside/relabellings.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace {

using namespace gridcensus;

/// The side of 7x7, with 173525 cycle types.
constexpr int max_symbols = 49;

class SignatureBurnside final : public Strategy {
 public:
  static About about() {
    return {.id = "signature_burnside",
            .version = "1.0.0",
            .summary = "Averages the column signatures that relabellings fix, by cycle type, and lists none of them.",
            .source = "Burnside's lemma; the recursion over cycles is ours",
            .yields = {{Quantity::signature_classes, Kind::exact}}};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (problem.shape.side() > max_symbols) {
      return refusal(quantities, "the side is above " + std::to_string(max_symbols) +
                                     ": the relabellings have too many cycle types");
    }
    constexpr std::uint64_t bytes_per_type = 200;
    const auto [rows, cols] = problem.shape;
    std::uint64_t types = 0;
    for (int columns = 0; columns <= cols; ++columns) {
      types += mathematics::number_of_cycle_types(columns * rows);
    }
    return {.units = signature_burnside::units_of(problem.shape), .memory_bytes = bytes_per_type * types};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return signature_burnside::sum_over_relabellings(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(SignatureBurnside);
