#pragma once

#include "gridcensus/strategy.hpp"

#include <functional>
#include <memory>
#include <string>

namespace gridcensus::host {

/// Makes a strategy, and gives it in a form in which each call of it, and of its jobs, is guarded by a `Call`, and in
/// which the texts of its refusals and of what it throws are fit to be shown: there, in UTF-8, and not too long. What
/// it gives is within the sizes of sizes.hpp, or the call throws. A unit that was told to stop throws Stopped, whatever
/// the strategy made of that; no other does. A strategy that prepares no job throws. What was offered is kept, so that
/// the strategy is asked once.
///
/// @param name    under which its calls are noted
/// @param create  nullptr from there is nullptr here
/// @throws        what `create` throws, with such a text.
std::unique_ptr<Strategy> guarded(const std::string& name, const std::function<std::unique_ptr<Strategy>()>& create);

/// Destroys the strategies that `guarded` gave and that are gone: it keeps what it guards until then, so that a
/// destructor that crashes does so after the answer, and not before it.
///
/// @threads  any
void release_strategies();

}  // namespace gridcensus::host
