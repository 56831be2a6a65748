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

/// What documents say of a quantity, by date: of each the answer that is known best.
///
/// @param shape      nullopt: of each shape
/// @throws BadInput  no document says anything of it.
History history_of(const std::vector<ResultsDocument>& documents, Quantity quantity, std::optional<Shape> shape);

}  // namespace gridcensus::host
