#pragma once

#include "host/catalog/catalog.hpp"

#include <utility>

namespace gridcensus::testing {

/// A catalog with all of its plugins open.
inline host::Catalog load_catalog(host::CatalogOptions options) {
  host::Catalog catalog{std::move(options)};
  catalog.open_all();
  return catalog;
}

}  // namespace gridcensus::testing
