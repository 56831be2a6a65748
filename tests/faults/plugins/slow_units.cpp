// Counts correctly, in many units of adjustable duration, for tests that interrupt, kill and resume.
#include "about.hpp"
#include "small_counts.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace {

using namespace gridcensus;

struct SlowParams {
  int unit_ms = 10;
  std::string once;
};

constexpr std::uint64_t awaited_unit = 300;

/// One unit for each content of the first two rows, clashing or not. side^(2 side) would be too many for side 4, so the
/// rows are permutations, and there are (side!)^2 units.
class SlowJob final : public Job {
 public:
  SlowJob(const Problem& problem, SlowParams params) : problem_{problem}, params_{std::move(params)} {
    std::vector<int> row;
    for (int symbol = 0; symbol < problem_.shape.side(); ++symbol) row.push_back(symbol);
    do rows_.push_back(row);
    while (std::ranges::next_permutation(row).found);
  }

  std::uint64_t units() const override { return rows_.size() * rows_.size(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds{params_.unit_ms};
    while (std::chrono::steady_clock::now() < end) {
      context.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    if (unit == awaited_unit && !params_.once.empty() && !std::filesystem::exists(params_.once)) {
      std::ofstream{params_.once} << "here\n";
      while (true) {
        context.poll();
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
      }
    }
    std::vector<int> first = rows_[unit / rows_.size()];
    const std::vector<int>& second = rows_[unit % rows_.size()];
    if (problem_.shape.side() > 1) first.insert(first.end(), second.begin(), second.end());
    Tally tally;
    tally.add("grids", Integer{faults::Filling{problem_}.completions_after(first)});
    return tally;
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Exact{total.sum("grids")}}}, {}};
  }

 private:
  Problem problem_;
  SlowParams params_;
  std::vector<std::vector<int>> rows_;
};

class Plugin final : public Strategy {
 public:
  using Params = SlowParams;
  static About about() { return faults::about("slow_units"); }
  static void describe(Schema<Params>& schema) {
    schema.field("unit_ms", &Params::unit_ms)
        .unit("ms")
        .range(0, 60000)
        .speed_only()
        .help("How long each unit takes at least.");
    schema.field("once", &Params::once)
        .speed_only()
        .help("A file that unit 300 makes if it is not there; the unit then waits until it is stopped.");
  }
  explicit Plugin(Params params) : params_{std::move(params)} {}
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return faults::small_offer(problem, quantities);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<SlowJob>(request.problem, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
