#include "band_classes/class_counts.hpp"
#include "band_classes/completions/lane_products.hpp"
#include "band_classes/completions/line_kernels.hpp"
#include "band_classes/latin_square_family.hpp"
#include "band_classes/normalised_bands.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;

/// Arguments: R, C. The class search alone.
void signature_classes(benchmark::State& state) {
  for (auto _ : state) {
    const band_signatures::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    benchmark::DoNotOptimize(classes.classes().data());
  }
}
BENCHMARK(signature_classes)
    ->Args({3, 3})
    ->Args({4, 2})
    ->Args({5, 2})
    ->Args({2, 5})
    ->Args({3, 4})
    ->Args({6, 2})
    ->Args({4, 3})
    ->Unit(benchmark::kMillisecond);

/// Arguments: R, C. B of every class, with nothing cached from the run before.
void bands_of_all_classes(benchmark::State& state) {
  const band_signatures::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  for (auto _ : state) {
    const band_signatures::FactorisationCounter counter;
    for (const auto& signature_class : classes.classes()) {
      benchmark::DoNotOptimize(counter.count(classes.columns(signature_class)));
    }
  }
}
BENCHMARK(bands_of_all_classes)
    ->Args({3, 3})
    ->Args({4, 2})
    ->Args({3, 4})
    ->Args({8, 1})
    ->Args({5, 2})
    ->Unit(benchmark::kMillisecond);

/// Arguments: R, C, step. B of every step-th class, for shapes whose classes take long.
void bands_of_some_classes(benchmark::State& state) {
  const band_signatures::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  const auto step = static_cast<std::size_t>(state.range(2));
  for (auto _ : state) {
    const band_signatures::FactorisationCounter counter;
    for (std::size_t place = 0; place < classes.classes().size(); place += step) {
      benchmark::DoNotOptimize(counter.count(classes.columns(classes.classes()[place])));
    }
  }
  state.counters["classes"] = static_cast<double>((classes.classes().size() + step - 1) / step);
}
BENCHMARK(bands_of_some_classes)->Args({4, 3, 100})->Unit(benchmark::kMillisecond);

/// Argument: the rows of the first part. One slice of every hundred of the class x(6,3) of 6x2, in either order.
void slices_of_six_by_two(benchmark::State& state) {
  const band_signatures::SignatureClasses classes{6, 2};
  const auto place = band_classes::latin_square_family(classes).back();
  const band_signatures::SlicedCount sliced{classes.columns(classes.classes()[place]),
                                            static_cast<int>(state.range(0))};
  for (auto _ : state) {
    for (std::size_t slice = 0; slice < sliced.slices(); slice += 100) benchmark::DoNotOptimize(sliced.count(slice));
  }
  state.counters["slices"] = static_cast<double>(sliced.slices());
}
BENCHMARK(slices_of_six_by_two)->Arg(3)->Arg(2)->Unit(benchmark::kMillisecond);

/// Arguments: R, C. The whole count of grids, tables included.
void grids_by_classes(benchmark::State& state) {
  const Shape shape = make_shape(state.range(0), state.range(1));
  for (auto _ : state) {
    const band_classes::ClassCounts counts{shape, band_classes::Work::count_grids, {}};
    for (std::size_t unit = 0; unit < counts.units(); ++unit) benchmark::DoNotOptimize(counts.count(unit, {}));
  }
}
BENCHMARK(grids_by_classes)
    ->Args({3, 3})
    ->Args({4, 2})
    ->Args({2, 4})
    ->Args({5, 2})
    ->Args({7, 1})
    ->Unit(benchmark::kMillisecond);

/// The tables and the sum of the 3x3 count.
void three_bands_of_three_by_three(benchmark::State& state) {
  const band_signatures::SignatureClasses classes{3, 3};
  const band_signatures::FactorisationCounter counter;
  std::vector<mathematics::UInt128> bands;
  for (const auto& signature_class : classes.classes())
    bands.push_back(counter.count(classes.columns(signature_class)));
  for (auto _ : state) {
    const band_classes::ThreeBands three_bands{classes, bands};
    for (const auto& family : three_bands.families()) {
      benchmark::DoNotOptimize(three_bands.completions(family, 0, 1));
    }
  }
}
BENCHMARK(three_bands_of_three_by_three)->Unit(benchmark::kMillisecond);

/// Arguments: the kernel, the number of lines. Random pairs among this many lines of either band: the 70 in use at a
/// time in a large family of 4x3, or all 5775. Unsupported kernels are skipped.
void products_of_lanes(benchmark::State& state) {
  const band_classes::LaneKernel& kernel = band_classes::lane_kernels()[static_cast<std::size_t>(state.range(0))];
  state.SetLabel(std::string{kernel.name});
  if (!kernel.is_supported()) return state.SkipWithError("not supported");
  constexpr std::size_t runs = 4096;
  std::mt19937 random{1};
  const auto lines = static_cast<std::size_t>(state.range(1));
  std::vector<band_classes::Lanes> second(lines);
  std::vector<band_classes::Lanes> third(lines);
  std::vector<band_classes::LaneSums> sums(35);
  std::vector<std::uint16_t> places;
  std::vector<band_classes::PlacePair> pairs;
  while (places.size() < runs) places.push_back(static_cast<std::uint16_t>(random() % sums.size()));
  while (pairs.size() < runs * band_classes::pairs_in_run) {
    pairs.push_back({static_cast<std::uint16_t>(random() % lines), static_cast<std::uint16_t>(random() % lines)});
  }
  for (auto _ : state) {
    kernel.add_runs(second.data(), third.data(), places, pairs.data(), sums.data());
    benchmark::DoNotOptimize(sums.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.size() * band_classes::lane_count));
}
BENCHMARK(products_of_lanes)->ArgsProduct({{0, 1, 2, 3, 4}, {70, 5775}})->Unit(benchmark::kMicrosecond);

/// Argument: the kernel. Rows of the low digits of random beginnings of 4x3, and the resulting lines.
void lines_of_digits(benchmark::State& state) {
  const band_classes::LineKernel& kernel = band_classes::line_kernels()[static_cast<std::size_t>(state.range(0))];
  state.SetLabel(std::string{kernel.name});
  if (!kernel.is_supported()) return state.SkipWithError("not supported");
  constexpr std::size_t codes = 5776;
  constexpr std::size_t beginnings = 1546;
  std::mt19937 random{1};
  std::vector<std::uint16_t> digits(codes * beginnings, 1);
  std::vector<std::uint16_t> places(codes);
  for (std::uint16_t& place : places) place = static_cast<std::uint16_t>(random() % codes);
  std::vector<std::uint16_t> rows(band_classes::lane_count * codes);
  std::vector<band_classes::Lanes> lines(codes);
  std::vector<const std::uint16_t*> of_lanes(band_classes::lane_count);
  for (auto _ : state) {
    for (auto& of_lane : of_lanes) of_lane = digits.data() + random() % beginnings * codes;
    for (std::size_t lane = 0; lane < of_lanes.size(); ++lane) {
      const std::uint16_t* const next = of_lanes[(lane + 1) % of_lanes.size()];
      kernel.look_up(of_lanes[lane], places, rows.data() + lane * codes, next);
    }
    for (std::size_t place = 0; place < codes; place += band_classes::lines_at_once) {
      benchmark::DoNotOptimize(kernel.transpose(rows.data() + place, codes, lines.data() + place));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}
BENCHMARK(lines_of_digits)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

/// The printed representatives of all classes. Arguments: R, C.
void least_normalised_bands(benchmark::State& state) {
  const band_signatures::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  for (auto _ : state) {
    for (const auto& signature_class : classes.classes()) {
      benchmark::DoNotOptimize(band_classes::text_of(classes, signature_class));
    }
  }
}
BENCHMARK(least_normalised_bands)->Args({3, 3})->Args({5, 2})->Unit(benchmark::kMillisecond);

}  // namespace
