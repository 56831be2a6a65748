#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace gridcensus::app {

/// Processes work items on several threads and passes their results on in order.
///
/// @param source  () -> optional item, nullopt at the end: one call at a time
/// @param work    (item) -> result: on many threads at once
/// @param sink    (result): one call at a time, in the order of the items
template <class Source, class Work, class Sink>
void in_order(std::size_t threads, const Source& source, const Work& work, const Sink& sink) {
  using Piece = typename std::invoke_result_t<Source>::value_type;
  using Result = std::invoke_result_t<Work, const Piece&>;
  constexpr std::size_t pieces_per_thread = 4;
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism, threads};
  const auto next = [&](tbb::flow_control& control) -> Piece {
    if (auto piece = source()) return std::move(*piece);
    control.stop();
    return {};
  };
  tbb::parallel_pipeline(pieces_per_thread * threads,
                         tbb::make_filter<void, Piece>(tbb::filter_mode::serial_in_order, next) &
                             tbb::make_filter<Piece, Result>(tbb::filter_mode::parallel, work) &
                             tbb::make_filter<Result, void>(tbb::filter_mode::serial_in_order, sink));
}

}  // namespace gridcensus::app
