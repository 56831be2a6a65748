#pragma once

#include "host/experiment/experiment.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// A value that is put over that of the file, before anything is checked: whatever is wrong with it is found where
/// values of the file are, and located where it was typed.
struct Override {
  std::string path;        ///< "strategies.mc.samples", "problems[0].shape"
  Node value;              ///< with the place in which it was typed
  std::string noted = {};  ///< what the results tell of it; empty: nothing
};

/// A scalar; it may be text in the syntax of YAML, where it begins with a bracket, a brace or a quote.
///
/// @throws BadInput  it is no value of YAML.
Node override_value(const std::string& text, const Location& where);

/// "strategies.mc.samples=1000".
///
/// @throws BadInput  it is no such assignment.
Override read_override(const std::string& typed, const Location& where);

/// Puts the values into the tree. What has no place in it is added to the mistakes that are known.
void override_values(ExperimentText& text, const std::vector<Override>& overrides);

}  // namespace gridcensus::host
