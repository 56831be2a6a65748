#pragma once

#include "host/publish/figure.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// Draws the figures with gnuplot, and sets the picture of each. Writes nothing to a disk.
///
/// @return  why pictures are missing, for the user; nullopt if all figures have one
/// @throws StorageError       there is no memory for the pictures.
/// @throws std::system_error  no process could be started.
std::optional<std::string> draw(std::vector<Figure>& figures);

/// Writes the figures into a folder of the user, and creates the folder if it is missing: NAME.dat and NAME.gp of each
/// figure, NAME.svg and NAME.pdf of those that could be drawn, and the list of these files, `figures.txt`. A file that
/// is not on the list was not written by a report and is never replaced.
///
/// @return  the number of files
/// @throws BadInput      a file of another origin has one of these names.
/// @throws StorageError  the folder cannot be written.
std::size_t export_figures(const std::vector<Figure>& figures, const std::filesystem::path& folder);

}  // namespace gridcensus::host::publish
