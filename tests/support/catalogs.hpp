#pragma once

#include "host/catalog/catalog.hpp"
#include "host/process/keeper.hpp"
#include "support/places.hpp"

#include <string>
#include <utility>

namespace gridcensus::testing {

/// Returns a catalog with all of its plugins open.
inline host::Catalog load_catalog(host::CatalogOptions options) {
  // Programs that are strategies are asked for their versions; their keepers are copies of the program.
  host::keeper_settings().program = program_file();
  host::Catalog catalog{std::move(options)};
  catalog.open_all();
  return catalog;
}

/// Returns the plugins of one folder, all open.
inline host::Catalog load_catalog(const std::string& directory) {
  host::CatalogOptions options;
  options.directories = {directory};
  return load_catalog(std::move(options));
}

}  // namespace gridcensus::testing
