#pragma once

#include "host/publish/figure.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// Has gnuplot draw the figures, and puts into each what came of it. Nothing is written to a disk.
///
/// @return  why some have no picture, for the user; nullopt if all have one
/// @throws StorageError       there is no memory for the pictures.
/// @throws std::system_error  no process could be started.
std::optional<std::string> draw(std::vector<Figure>& figures);

/// Writes the figures into a folder of the user's, which is made if it is not there: NAME.dat and NAME.gp, and of those
/// that could be drawn NAME.svg and NAME.pdf. A list of the files is beside them, `figures.txt`; what is not on it was
/// not written by a report and is never replaced.
///
/// @return  the number of files
/// @throws BadInput      a file of another origin has the name of one of these.
/// @throws StorageError  the folder cannot be written.
std::size_t keep_figures(const std::vector<Figure>& figures, const std::filesystem::path& folder);

}  // namespace gridcensus::host::publish
