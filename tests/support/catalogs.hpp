#pragma once

#include "host/catalog/catalog.hpp"

#include <string>
#include <utility>

namespace gridcensus::testing {

/// A catalog with all of its plugins open.
inline host::Catalog load_catalog(host::CatalogOptions options) {
  host::Catalog catalog{std::move(options)};
  catalog.open_all();
  return catalog;
}

/// The plugins of one folder, all open.
inline host::Catalog load_catalog(const std::string& directory) {
  host::CatalogOptions options;
  options.directories = {directory};
  return load_catalog(std::move(options));
}

}  // namespace gridcensus::testing
