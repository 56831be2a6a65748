#pragma once

#include "gridcensus/parameters.hpp"
#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Which problems a program takes, beside its rules.
struct TakenShapes {
  std::optional<int> largest_side;
  std::vector<Shape> shapes;  ///< empty: all

  /// Returns why a shape is refused, or nullopt if it is not.
  std::optional<std::string> why_not(Shape shape) const;
};

/// What a program declares, in its description or by its answer to `about`: docs/strategy-protocol.md.
struct Declared {
  About about;
  std::vector<ParameterSpec> parameters;
  TakenShapes takes;
  std::set<std::string> answers;  ///< the calls that it answers beside about, prepare and run
};

/// Checks that an object has no members but these: a name that is mistyped must not be passed over.
///
/// @param noun  what the object is
/// @throws NoMessage  it is not an object, or has another member.
void check_members(const Message& message, const std::vector<std::string>& known, const std::string& noun);

/// Returns the kind of this name that a program may declare.
///
/// @throws NoMessage  there is none.
Kind kind_in(const std::string& name);

/// Reads what is declared. Whether it is consistent is for `find_fault` to say.
///
/// @throws NoMessage, std::invalid_argument, Message::exception  it is something else.
Declared declared_in(const Message& message);

}  // namespace gridcensus::host
