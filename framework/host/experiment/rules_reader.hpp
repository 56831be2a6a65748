#pragma once

#include "gridcensus/problem.hpp"
#include "host/document/form.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A problem, and the rules as the file says them.
struct AskedProblem {
  Problem problem;
  std::string words;  ///< in the form of `Rules::text`, but not canonical
};

/// Returns the problem that a checked entry asks for on one shape, or nullopt if the entry has a mistake, known before
/// or found now. Adds mistakes that depend on the shape to the diagnostics, each once.
///
/// @param shape  as `add_shape` takes it
std::optional<AskedProblem> read_problem(const Node& entry, const std::string& shape, const std::string& path,
                                         std::vector<Diagnostic>& diagnostics);

/// Returns "3x3 windows: asked for as region:r2c2.r2c3..." if the name of the problem is not what was asked for, else
/// an empty text.
///
/// @param asked_words  how the rules of a problem were asked for, if not in canonical form
std::string other_name(const Problem& problem, const std::map<Problem, std::string>& asked_words);

}  // namespace gridcensus::host
