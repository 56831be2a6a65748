#pragma once

#include "host/experiment/experiment.hpp"

#include <filesystem>
#include <string>

namespace gridcensus::testing {

/// Parses the text of an experiment file, with strategies that are already open.
inline host::Experiment parse_experiment(const std::string& text, const std::string& file,
                                         const host::Catalog& catalog) {
  return host::read_experiment(host::parse_experiment_text(text, file), catalog);
}

inline host::Experiment read_experiment_file(const std::filesystem::path& file, const host::Catalog& catalog) {
  return host::read_experiment(host::read_experiment_text(file), catalog);
}

}  // namespace gridcensus::testing
