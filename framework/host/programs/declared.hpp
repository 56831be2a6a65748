#pragma once

#include "gridcensus/parameters.hpp"
#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The problems that a program accepts, and what it gets of them.
struct AcceptedShapes {
  std::optional<int> largest_side;
  std::vector<Shape> shapes;      ///< empty: all
  bool needs_generators = false;  ///< of the group of symmetries

  /// Returns why a shape is refused, or nullopt if it is not.
  std::optional<std::string> why_not(Shape shape) const;
};

/// The declarations of a program, in its description or in its answer to `about`: docs/write-a-strategy.md.
struct Declared {
  About about;
  std::vector<ParameterSpec> parameters;
  AcceptedShapes takes;
  std::set<std::string> answers;  ///< the calls that it answers besides about, prepare and run
};

/// Checks that an object has no unknown members, because a mistyped name must not be ignored.
///
/// @param noun  for the object in messages
/// @throws MalformedMessage  it is not an object, or has another member.
void check_members(const Message& message, const std::vector<std::string>& known, const std::string& noun);

/// Returns the kind of this name, if a program may declare it.
///
/// @throws MalformedMessage  there is none.
Kind kind_in(const std::string& name);

/// Reads the declarations. `find_fault` checks whether they are consistent.
///
/// @throws MalformedMessage, std::invalid_argument, Message::exception  the message has another form.
Declared declared_in(const Message& message);

}  // namespace gridcensus::host
