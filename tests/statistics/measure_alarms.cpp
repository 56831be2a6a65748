// Prints how often honest estimates are called a disagreement, and how often their intervals miss: a table of
// docs/decisions.md, 46.
//
//     measure_alarms [SEEDS [TEXT]]      the settings whose name contains TEXT; 500 seeds each
#include "statistics/alarm_rates.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::statistics;

const Integer grids_of_2x6{"38296278920738107863746324732012492486187417600000"};
const Integer grids_of_3x4{"81171437193104932746936103027318645818654720000"};

/// Adds a setting for each of several numbers of samples.
void add(std::vector<Setting>& settings, const Setting& setting, const std::vector<int>& sizes) {
  for (const int samples : sizes) {
    settings.push_back(setting);
    settings.back().parameters = fmt::format("samples={} {}", samples, setting.parameters);
  }
}

std::vector<Setting> all_settings() {
  std::vector<Setting> all;
  const std::string stacks = "stack_product";
  add(all, {stacks, {2, 3}, "orientation=as_given", grids_of_2x3}, {50, 300, 1000, 3000});
  add(all, {stacks, {2, 3}, "orientation=as_given repeats=0", grids_of_2x3}, {50, 1000, 3000, 10000});
  add(all, {stacks, {2, 3}, "orientation=as_given repeats=0.05", grids_of_2x3}, {1000, 3000});
  add(all, {stacks, {2, 3}, "orientation=as_given repeats=0.5", grids_of_2x3}, {300, 1000});
  add(all, {stacks, {2, 3}, "orientation=as_given repeats=0.9", grids_of_2x3}, {1000, 3000});
  add(all, {stacks, {2, 3}, "orientation=as_given exact_columns=2 draws=2", grids_of_2x3}, {1000, 3000});
  add(all, {stacks, {2, 3}, "orientation=transposed", grids_of_2x3}, {300, 1000, 3000});
  add(all, {stacks, {2, 3}, "orientation=transposed repeats=0", grids_of_2x3}, {1000, 3000});
  add(all, {stacks, {2, 4}, "", grids_of_2x4}, {60, 2000, 5000});
  add(all, {stacks, {2, 4}, "repeats=0", grids_of_2x4}, {200, 500000});
  add(all, {stacks, {2, 4}, "repeats=0.5", grids_of_2x4}, {2000, 30000});
  add(all, {stacks, {2, 4}, "repeats=0.9", grids_of_2x4}, {20000});
  add(all, {stacks, {2, 4}, "exact_columns=3 draws=2", grids_of_2x4}, {2000, 10000});
  add(all, {stacks, {2, 4}, "orientation=transposed", grids_of_2x4}, {1000, 60000, 100000});
  add(all, {stacks, {3, 3}, "", grids_of_3x3}, {50, 100, 300, 1000, 3000});
  add(all, {stacks, {3, 3}, "repeats=0", grids_of_3x3}, {300, 1000});
  add(all, {stacks, {3, 3}, "repeats=0.5", grids_of_3x3}, {300, 2000});
  add(all, {stacks, {2, 5}, "", grids_of_2x5}, {50, 100, 1000, 3000});
  add(all, {stacks, {2, 5}, "orientation=transposed", grids_of_2x5}, {100, 3000, 10000});
  add(all, {stacks, {2, 6}, "", grids_of_2x6}, {300});
  add(all, {stacks, {2, 6}, "orientation=transposed", grids_of_2x6}, {3000});
  add(all, {stacks, {3, 4}, "", grids_of_3x4}, {50, 100});
  add(all, {stacks, {3, 4}, "orientation=transposed", grids_of_3x4}, {50, 300, 1000});
  const std::string bands = "band_monte_carlo";
  add(all, {bands, {2, 2}, "", 288}, {2000});
  add(all, {bands, {2, 3}, "", grids_of_2x3}, {60, 2000, 5000});
  add(all, {bands, {3, 2}, "", grids_of_2x3}, {2000, 5000});
  add(all, {bands, {2, 4}, "", grids_of_2x4}, {60, 2000, 5000, 20000});
  add(all, {bands, {4, 2}, "", grids_of_2x4}, {2000, 10000, 30000});
  add(all, {bands, {3, 3}, "", grids_of_3x3}, {60, 2000, 20000});
  add(all, {bands, {2, 5}, "", grids_of_2x5}, {20, 100, 2000, 10000});
  add(all, {bands, {3, 4}, "", grids_of_3x4}, {100, 300, 1000});
  add(all, {bands, {4, 3}, "", grids_of_3x4}, {100});
  for (const char* const error : {"0.1", "0.05", "0.03", "0.02"}) {
    all.push_back({bands, {2, 4}, fmt::format("relative_error={} batch=10", error), grids_of_2x4});
    all.push_back({bands, {2, 3}, fmt::format("relative_error={} batch=10", error), grids_of_2x3});
  }
  for (const char* const error : {"0.01", "0.001", "0.0005"}) {
    all.push_back({stacks, {2, 4}, fmt::format("relative_error={} batch=10", error), grids_of_2x4});
  }
  for (const char* const error : {"0.01", "0.003", "0.001"}) {
    all.push_back({stacks, {3, 3}, fmt::format("relative_error={} batch=10", error), grids_of_3x3});
  }
  add(all, {bands, {2, 3}, "mode=source third_band=signature", grids_of_2x3}, {500, 2000, 5000});
  add(all, {bands, {2, 4}, "mode=source third_band=signature", grids_of_2x4}, {3000, 10000, 30000, 200000});
  add(all, {bands, {4, 2}, "mode=source third_band=signature", grids_of_2x4}, {3000, 20000});
  add(all, {bands, {3, 3}, "mode=source third_band=signature", grids_of_3x3}, {100000, 300000, 1000000});
  add(all, {bands, {3, 2}, "mode=source third_band=random tries=20", grids_of_2x3}, {3000, 20000});
  add(all, {bands, {2, 3}, "mode=source third_band=random tries=20", grids_of_2x3}, {100000, 300000});
  const std::string rows = "row_sampler";
  add(all, {rows, {2, 3}, "", grids_of_2x3}, {50, 300, 1000});
  add(all, {rows, {2, 4}, "", grids_of_2x4}, {50, 100, 300, 2500});
  add(all, {rows, {4, 2}, "", grids_of_2x4}, {50, 100, 300, 2500});
  add(all, {rows, {3, 3}, "", grids_of_3x3}, {50, 300, 1000});
  add(all, {rows, {2, 5}, "", grids_of_2x5}, {50, 300, 1000});
  add(all, {rows, {3, 4}, "", grids_of_3x4}, {50, 300});
  for (const char* const error : {"0.1", "0.05", "0.02"}) {
    all.push_back({rows, {2, 4}, fmt::format("relative_error={} batch=10", error), grids_of_2x4});
  }
  add(all, {rows, {2, 3}, "", diagonals_of_2x3, Quantity::grids, "diagonals"}, {50, 100, 300, 1000});
  add(all, {rows, {2, 4}, "", Integer{298759265280}, Quantity::grids, "diagonals"}, {50, 100, 300, 1000});
  add(all, {rows, {2, 4}, "", anti_knight_of_2x4, Quantity::grids, "anti_knight"}, {50, 100, 300, 1000});
  add(all, {rows, {3, 3}, "", Integer{"6337174388428800"}, Quantity::grids, "windows"}, {50, 150});
  add(all, {rows, {3, 3}, "", Integer{"201105135151764480"}, Quantity::grids, "disjoint_groups"}, {50, 200});
  add(all, {rows, {3, 3}, "", Integer{"55613393399531520"}, Quantity::grids, "diagonals"}, {50, 200});
  const std::string classes = "band_classes";
  add(all, {classes, {3, 3}, "classes=drawn", grids_of_3x3}, {3, 5, 10, 30, 100});
  add(all, {classes, {4, 2}, "classes=drawn", bands_of_4x2, Quantity::bands}, {20, 50, 100, 300});
  add(all, {classes, {5, 2}, "classes=drawn", Integer{"1388348372994018508800"}, Quantity::bands}, {3, 10, 30, 100});
  all.push_back({classes, {3, 3}, "classes=drawn relative_error=0.001", grids_of_3x3});
  const std::string shuffle = "grid_shuffle";
  add(all, {shuffle, {2, 2}, "method=collisions batch=50", orbit_of_2x2, quantity_named("orbit_size")},
      {50, 100, 150, 1000});
  add(all, {shuffle, {2, 3}, "method=collisions batch=2000", 103680, quantity_named("orbit_size")}, {2000, 4000});
  all.push_back(
      {shuffle, {2, 2}, "method=collisions batch=10 relative_error=0.3", orbit_of_2x2, quantity_named("orbit_size")});
  const std::string exchanges = "method=exchanges label_exchanges=2 row_exchanges=1 column_exchanges=2";
  add(all, {shuffle, {2, 2}, exchanges, 8, quantity_named("returning_sequences")}, {20, 100, 2000});
  all.push_back(
      {shuffle, {2, 2}, exchanges + " batch=10 relative_error=0.3", 8, quantity_named("returning_sequences")});
  return all;
}

std::string percent(int hits, int trials) {
  if (trials == 0) return "-";
  const ShareInterval interval = share_interval(hits, trials);
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100.0 * hits / trials, 100 * interval.low, 100 * interval.high);
}

}  // namespace

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::stoi(argv[1]) : 500;
  const std::string text = argc > 2 ? argv[2] : "";
  fmt::print(
      "| setting | estimates of {} | samples (mean) | alarms | too low, too high | intervals below the truth | above "
      "it | bias | of one error |\n|---|---|---|---|---|---|---|---|---|\n",
      seeds);
  for (const Setting& setting : all_settings()) {
    const std::string name = to_string(setting);
    if (name.find(text) == std::string::npos) continue;
    const AlarmRates rates = measure(setting, seeds);
    if (rates.shown == 0) {
      fmt::print("| {} | 0 | | {} |\n", name, rates.reason);
    } else {
      fmt::print("| {} | {} | {:.0f} | {} | {}, {} | {} | {} | {:+.3g} +- {:.1g} % | {:+.2f} |\n", name, rates.shown,
                 rates.mean_samples, percent(rates.alarms(), rates.shown), rates.too_low, rates.too_high,
                 percent(rates.missed_above, rates.shown), percent(rates.missed_below, rates.shown), 100 * rates.bias,
                 100 * rates.error_of_bias, rates.bias / rates.error_of_single);
    }
    std::fflush(stdout);
  }
  return 0;
}
