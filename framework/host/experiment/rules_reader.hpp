#pragma once

#include "gridcensus/problem.hpp"
#include "gridcensus/rules.hpp"
#include "host/document/form.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Rules as a specification, so that parts of it can be exchanged.
struct AskedRules {
  Shape shape;
  RuleSpec rules;
  std::vector<std::string> notes = {};  ///< how givens were read
};

/// Returns the rules that a checked entry requests for one shape, or nullopt if the entry has a mistake, known before
/// or found now. Adds mistakes that depend on the shape to the diagnostics, each once.
///
/// @param shape  as `add_shape` takes it
std::optional<AskedRules> read_rules(const Node& entry, const std::string& shape, const std::string& path,
                                     std::vector<Diagnostic>& diagnostics);

/// Returns the N lines of a layout that is given as one line of N^2 letters; returns other lines unchanged.
std::vector<std::string> lines_of_layout(Shape shape, std::vector<std::string> lines);

/// Returns "3x3 windows: given as region:r2c2.r2c3..." if the problem's name differs from the words in the file,
/// else an empty text.
///
/// @param asked_words  the file's words for the rules of problems, if not in canonical form
std::string other_name(const Problem& problem, const std::map<Problem, std::string>& asked_words);

}  // namespace gridcensus::host
