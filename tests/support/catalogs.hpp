#pragma once

#include "host/catalog/catalog.hpp"
#include "host/process/keeper.hpp"
#include "support/places.hpp"

#include <string>
#include <utility>

namespace gridcensus::testing {

/// A catalog with all of its plugins open.
inline host::Catalog load_catalog(host::CatalogOptions options) {
  // Programs that are strategies are asked for their versions; the keepers of these are copies of the program.
  host::keeper_settings().program = program_file();
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
