#pragma once

#include "gridcensus/quantity.hpp"
#include "gridcensus/shape.hpp"
#include "host/base/errors.hpp"
#include "host/report/listing.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <vector>

namespace gridcensus::host {

struct History {
  Listing listing;
  ExitCode exit_code = ExitCode::all_agree;  ///< disagreement: two exact values differ
};

/// Lists the values of a quantity in several documents by date: the best known answer of each.
///
/// @param shape      nullopt: of each shape
/// @throws BadInput  no document has a value of it.
History history_of(const std::vector<ResultsDocument>& documents, Quantity quantity, std::optional<Shape> shape);

}  // namespace gridcensus::host
