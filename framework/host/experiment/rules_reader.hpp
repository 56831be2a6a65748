#pragma once

#include "gridcensus/problem.hpp"
#include "host/document/form.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The problem that a checked entry asks for on one shape. Mistakes that take the shape to be seen are added, each
/// once.
///
/// @return  nullopt where there is a mistake, known before or found now
std::optional<Problem> read_problem(const Node& entry, Shape shape, const std::string& path, const FormChecker& checker,
                                    std::vector<Diagnostic>& diagnostics);

}  // namespace gridcensus::host
