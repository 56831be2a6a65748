#pragma once

#include "gridcensus/shape.hpp"
#include "host/base/errors.hpp"
#include "host/experiment/layout_classes.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The layouts of a file.
struct ListedLayouts {
  std::vector<LayoutClass> layouts;
  std::string sha256;  ///< of the file
};

/// Returns the distinct layouts of a list with the number of times that each occurs, in the order of the list.
///
/// The list is text. A layout is one line of N^2 letters, or N lines of N letters without a blank line between them;
/// cells with the same letter are one region. Letters are a-z, A-Z, 0-9, '.', '-' and '_'. Blank lines, and text after
/// a #, are ignored.
///
/// @param diagnostics  receives the mistakes of the list, at most a few
/// @throws BadInput    the file cannot be read.
ListedLayouts read_layout_list(const std::filesystem::path& file, Shape shape, std::vector<Diagnostic>& diagnostics);

}  // namespace gridcensus::host
