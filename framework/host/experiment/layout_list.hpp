#pragma once

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/experiment/experiment.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Distinct layouts, each with the number of layouts that it stands for. The letters of a layout are row by row, and
/// follow the alphabet in the order of their first cells.
using Layouts = std::vector<std::pair<std::string, std::uint64_t>>;

/// Returns a list without its layouts.
///
/// @param rules  that an entry with this value of `layouts` has in addition
LayoutList requested_list(Shape shape, const RuleSpec& rules, const std::string& layouts);

/// Returns one layout of each class under the symmetries of the square that preserve all other rules.
///
/// @param rules  those of `list.common`; its side is at most `max_side_of_all_layouts`
Layouts all_layouts(const RuleSpec& rules, LayoutList& list);

/// Returns the layouts of a file, in its order.
///
/// The file is text. A layout is one line of N^2 letters, or N lines of N letters without a blank line between them;
/// cells with the same letter are one region. Letters are a-z, A-Z, 0-9, '.', '-' and '_'. Blank lines, and text after
/// a #, are ignored.
///
/// @param diagnostics  receives the mistakes of the list, at most a few
/// @throws BadInput    the file cannot be read.
Layouts read_layout_file(const std::filesystem::path& file, LayoutList& list, std::vector<Diagnostic>& diagnostics);

}  // namespace gridcensus::host
