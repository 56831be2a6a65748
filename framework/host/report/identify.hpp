#pragma once

#include "host/compare/published.hpp"
#include "host/report/listing.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A value that an experiment of this project found.
struct FoundValue {
  Problem problem;
  Quantity quantity{};
  std::string value;                          ///< decimal; of an estimate as in "5.962917e98"
  std::optional<std::string> standard_error;  ///< of an estimate
  std::uint64_t ways = 1;                     ///< independent strategies that found the exact value
  std::vector<std::string> strategies;        ///< all that found it
  std::string experiment;                     ///< the file that finds it again
};

/// Reads the values that the experiments of this project found, from the program's data file.
///
/// @throws BadInput  every mistake in it, located.
std::vector<FoundValue> read_found_values(const std::filesystem::path& file);

/// Identifies a number: the quantities and problems that have this value, who published it, how many independent
/// strategies found it here, and which numbers near it are quoted.
///
/// @param text       an integer, also with separators; or "5.9584e98", which matches all numbers that round to it
/// @param documents  further results to search
/// @throws BadInput  the text is not such a number.
Listing identify_number(const std::string& text, const PublishedValues& published, const std::vector<FoundValue>& found,
                        const std::vector<ResultsDocument>& documents, std::size_t width);

}  // namespace gridcensus::host
