#pragma once

#include "host/experiment/experiment.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// A value that overrides that of the file before anything is checked. A mistake in it is found like a mistake in the
/// file, and located where the value was typed.
struct Override {
  std::string path;                ///< "strategies.mc.samples", "problems[0].shape"
  Node value;                      ///< located where it was typed
  std::string recorded_text = {};  ///< its text in the results; empty: none
};

/// Returns a scalar, or, if the text begins with a bracket, a brace or a quote, the value that it has as YAML.
///
/// @throws BadInput  the text is not a value of YAML.
Node override_value(const std::string& text, const Location& where);

/// Reads an assignment: "strategies.mc.samples=1000".
///
/// @throws BadInput  the text is not an assignment.
Override read_override(const std::string& typed, const Location& where);

/// Puts the values into the tree. A value that has no place there is added to the mistakes.
void override_values(ExperimentText& text, const std::vector<Override>& overrides);

}  // namespace gridcensus::host
