#pragma once

#include <cstddef>

namespace gridcensus::burnside_bfs {

/// Returns a number that is not negative, as a size or an index.
constexpr std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

}  // namespace gridcensus::burnside_bfs
