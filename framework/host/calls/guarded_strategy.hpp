#pragma once

#include "gridcensus/strategy.hpp"

#include <functional>
#include <memory>
#include <string>

namespace gridcensus::host {

/// Creates a strategy, and wraps it and its jobs: a `Call` guards each call. The texts of refusals and exceptions are
/// non-empty, valid UTF-8 and not too long. Results that exceed the sizes of sizes.hpp make the call throw. A unit that
/// was asked to stop throws Stopped whatever the strategy did; any other unit that throws Stopped fails. A strategy
/// that prepares no job throws. Offers are stored, so each is requested only once.
///
/// @param name    recorded with its calls
/// @param create  if it returns nullptr, so does this function
/// @throws        what `create` throws, with such a text.
std::unique_ptr<Strategy> guarded(const std::string& name, const std::function<std::unique_ptr<Strategy>()>& create);

/// Destroys the guarded strategies that are no longer used. They are kept until then, so a destructor that crashes does
/// so after the answer and not before it.
///
/// @threads  any
void release_strategies();

}  // namespace gridcensus::host
