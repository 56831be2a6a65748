#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"
#include "gridcensus/rules.hpp"
#include "symbol_frontier/frontier.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using symbol_frontier::ForecastFrontier;
using symbol_frontier::Frontier;
using symbol_frontier::Layer;

constexpr int many_units = 64;
constexpr std::size_t beginnings_per_unit = 16;
constexpr std::size_t mebibyte = std::size_t{1} << 20U;

/// Returns "123", or "1.2e+07" for large numbers.
std::string about(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), number < 1e5 ? "%.0f" : "%.1e", number);
  return text.data();
}

/// Checks whether separate units, or parts of a layer, would each become most of what all become together.
bool merges_much(const ForecastFrontier& best) { return best.forecast.merging > 10; }

/// Beginnings in ascending order, cut into units of neighbours: neighbours differ in few symbols, so more of their
/// successors coincide.
struct Units {
  Units(const ForecastFrontier& best, std::size_t wanted, const Poll& poll = {})
      : frontier{best.frontier},
        layer{frontier->beginnings(wanted == 1 ? 1 : beginnings_per_unit * wanted, poll)},
        count{std::clamp<std::size_t>(layer.fillings.size(), 1, wanted)} {}

  Integer completions(std::uint64_t unit, std::size_t memory, const Poll& poll) const {
    const std::uint64_t fillings = layer.fillings.size();
    return Integer{frontier->completions(layer, fillings * unit / count, fillings * (unit + 1) / count, memory, poll)};
  }

  std::shared_ptr<const Frontier> frontier;
  Layer layer;
  std::uint64_t count;
};

class ExactCover final : public Strategy {
 public:
  struct Params {
    std::int64_t memory = 2048;
    double max_fillings = 1e8;
    std::optional<int> units;
  };

  static About about() {
    return {.id = "exact_cover",
            .version = "1.0.0",
            .summary = "Fills cell by cell in all ways at once, and merges partial grids with the same completions.",
            .source = "frontier methods: Sekine, Imai and Tani 1995; Knuth, TAOCP 4A, 7.1.4",
            .yields = {{Quantity::grids, Kind::exact}},
            .rules = SupportedRules::any};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("memory", &Params::memory)
        .unit("MiB")
        .range(1, 1 << 20)
        .speed_only()
        .help("Memory limit of the tables of a unit; with less, layers are swept in parts, which takes longer.");
    schema.field("max_fillings", &Params::max_fillings)
        .unit("fillings")
        .range(1, symbol_frontier::Frontier::max_layer_width)
        .speed_only()
        .help("Most fillings forecast for the widest layer; a problem with more is refused.");
    schema.field("units", &Params::units)
        .unit("units")
        .range(1, 4096)
        .help(
            "How many units, if the beginnings are as many. What merges across units is swept in each of them; unset: "
            "64 "
            "where little merges, else 1.");
  }

  explicit ExactCover(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    const int side = problem.shape.side();
    if (const int most = symbol_frontier::max_side(problem); side > most) {
      return refusal(quantities, "side " + std::to_string(side) + " exceeds " + std::to_string(most));
    }
    const ForecastFrontier best = symbol_frontier::frontier_of(problem);
    if (const auto reason = why_not(best)) return refusal(quantities, *reason);
    return {.units = Units{best, units_wanted(best)}.count};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const ForecastFrontier best = symbol_frontier::frontier_of(request.problem);
    if (!best.frontier) throw std::length_error{"a single symbol has too many states"};
    const auto units = std::make_shared<const Units>(best, units_wanted(best), request.poll);
    return exact_sum(
        {.units = units->count,
         .count = [units, memory = memory()](std::uint64_t unit,
                                             const Poll& poll) { return units->completions(unit, memory, poll); },
         // If symbols are alike, one of each N! fillings that differ by relabelling was counted.
         .times = best.frontier->counts_up_to_relabelling() ? factorial(request.problem.shape.side()) : Integer{1}});
  }

 private:
  std::optional<std::string> why_not(const ForecastFrontier& best) const {
    if (!best.frontier) {
      using symbol_frontier::SymbolStates;
      return "a single symbol has too many states: more than " + std::to_string(SymbolStates::max_states) +
             " in a layer, or, where symbols are not alike, " +
             std::to_string(SymbolStates::max_distinguished_successors) + " successors in all (" +
             std::to_string(SymbolStates::max_distinguished_successors_above_12) + " above side 12)";
    }
    if (best.forecast.exceeds_max_width) {
      return "more than " + ::about(symbol_frontier::Frontier::max_layer_width) +
             " fillings in the widest layer; the limit is max_fillings " + ::about(params_.max_fillings);
    }
    const std::string what = "about " + ::about(best.forecast.widest) + " fillings in the widest layer, " +
                             ::about(best.forecast.fillings) + " in all; ";
    if (best.forecast.widest > params_.max_fillings) {
      return what + "the limit is max_fillings " + ::about(params_.max_fillings);
    }
    const auto fitting = static_cast<double>(best.frontier->fillings_in(memory()));
    if (merges_much(best) && best.forecast.widest > fitting) {
      return what + "memory holds " + ::about(fitting) + ", and in parts a layer of which so much merges takes forever";
    }
    return std::nullopt;
  }

  std::size_t memory() const { return static_cast<std::size_t>(params_.memory) * mebibyte; }

  std::size_t units_wanted(const ForecastFrontier& best) const {
    return static_cast<std::size_t>(params_.units.value_or(merges_much(best) ? 1 : many_units));
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(ExactCover);
