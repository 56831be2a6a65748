#include "gridcensus/plugin.hpp"

#include "band_monte_carlo/band_list.hpp"
#include "band_monte_carlo/batches.hpp"
#include "band_monte_carlo/hit_rate_estimate.hpp"
#include "band_monte_carlo/low_variance_estimate.hpp"
#include "band_monte_carlo/parameters.hpp"
#include "band_monte_carlo/partial_grid.hpp"
#include "band_monte_carlo/refusals.hpp"
#include "gridcensus/sampling.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using band_monte_carlo::Indices;
using band_monte_carlo::Mode;
using band_monte_carlo::ThirdBand;

class BandMonteCarlo final : public Strategy {
 public:
  using Params = band_monte_carlo::Params;

  static About about() {
    return {.id = "band_monte_carlo",
            .version = "1.0.0",
            .summary = "Draws bands at random and counts what completes them.",
            .source =
                "a public answer to a question on counting Sudoku grids, with a C++ program; "
                "mode sharp is our own",
            .yields = {{Quantity::grids, Kind::estimate}}};
  }

  static void describe(Schema<Params>& schema) {
    // "sharp" was the first name of the low-variance estimate. The value stays, because published experiments and
    // stored results have it.
    schema.choice("mode", &Params::mode, {{"sharp", Mode::low_variance}, {"source", Mode::source}})
        .help(
            "sharp: columns that do not clash are drawn, and the bands with them are counted; source: bands are drawn "
            "until they do not clash, as in the source.");
    schema
        .choice("third_band", &Params::third_band,
                {{"by_mode", ThirdBand::by_mode},
                 {"random", ThirdBand::random},
                 {"scan", ThirdBand::scan},
                 {"signature", ThirdBand::signature}})
        .help(
            "How the last band is found: some random ones are tried, all are searched, or those with the columns that "
            "are left are counted; by_mode is scan in mode source and signature in mode sharp.");
    schema.choice("indices", &Params::indices, {{"exact", Indices::exact}, {"as_written", Indices::as_written}})
        .help(
            "In mode source, how random numbers become indices: uniform, or as in the source's program, which also "
            "reads past the end of its tables and is wrong for it.");
    schema.field("tries", &Params::tries)
        .unit("bands")
        .at_least(1)
        .help("In mode source, bands tried behind each partial grid, where they are drawn at random.");
    schema.field("pairs", &Params::pairs)
        .unit("partial grids")
        .range(0, 1000)
        .help("In mode source, also count the last bands behind this many partial grids, the same in every run.");
    schema.field("pair", &Params::pair)
        .help(
            "In mode source, also count the last bands behind these bands: index of the top band, then index of label "
            "row and band for each band below but the last.");
    schema.field("batch", &Params::batch)
        .unit("samples")
        .range(1, 1e12)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
    describe_sampling_limits(schema);
  }

  explicit BandMonteCarlo(Params params) : params_{std::move(params)} {
    if (params_.pair) pair_ = band_monte_carlo::parse_pair(*params_.pair);
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (const auto reason = band_monte_carlo::why_not(problem.shape, params_, pair_))
      return refusal(quantities, *reason);
    // The source's lists need most of the memory; the tables of the low-variance estimate stay below some MB (2x5: 12).
    constexpr std::uint64_t little = 8'000'000;
    if (params_.mode == Mode::low_variance) {
      const Batches batches = band_monte_carlo::low_variance_batches(problem.shape, params_);
      return {.units = batches.forecast(), .memory_bytes = little};
    }
    auto units = band_monte_carlo::source_batches(params_).forecast();
    if (units) *units += band_monte_carlo::given_partial_grids(params_);
    return {.units = units, .memory_bytes = little + band_monte_carlo::list_memory_bytes(problem.shape)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    if (params_.mode == Mode::low_variance) return band_monte_carlo::low_variance_estimate(request, params_);
    return band_monte_carlo::hit_rate_estimate(request, params_, pair_);
  }

 private:
  Params params_;
  std::optional<band_monte_carlo::PartialGrid> pair_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BandMonteCarlo);
