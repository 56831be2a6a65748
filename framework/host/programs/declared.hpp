#pragma once

#include "gridcensus/parameters.hpp"
#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The problems that a program accepts, and what it gets of them.
struct AcceptedShapes {
  std::optional<std::uint64_t> largest_side;
  std::vector<Shape> shapes;      ///< empty: all
  bool needs_generators = false;  ///< of the group of symmetries

  /// Returns why a shape is refused, or nullopt if it is not.
  std::optional<std::string> why_not(Shape shape) const;
};

/// A call that a program may answer besides about, prepare and run.
enum class OptionalCall { offer, traits, is_enough, conclude };

/// The declarations of a program, in its description or in its answer to `about`: docs/write-a-strategy.md.
struct Declared {
  About about;
  std::vector<ParameterSpec> parameters;
  AcceptedShapes takes;
  std::set<OptionalCall> answers;
};

/// Reads the declarations. `find_fault` checks whether they are consistent.
///
/// @throws std::invalid_argument  the message has another form.
Declared declared_in(const Message& message);

}  // namespace gridcensus::host
