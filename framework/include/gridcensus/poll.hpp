#pragma once

#include <functional>

namespace gridcensus {

/// What mathematics that may take long calls every few thousand steps. It throws where the work shall stop, and so ends
/// it. May be empty for work that takes no notice.
using Poll = std::function<void()>;

}  // namespace gridcensus
