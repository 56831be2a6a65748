#pragma once

#include <functional>

namespace gridcensus::burnside_bfs {

/// Asked every few thousand steps; throws where the work shall stop.
using Poll = std::function<void()>;

}  // namespace gridcensus::burnside_bfs
