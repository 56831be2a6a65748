#include "host/catalog/catalog.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/catalog/declarations.hpp"
#include "host/catalog/library.hpp"
#include "host/catalog/permissions.hpp"
#include "host/catalog/probe.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

/// A file on its way into the catalog.
struct Candidate {
  Path file;  ///< canonical where it could be resolved
  std::string sha256;
  std::optional<std::string> refusal;
  OpenedPlugin opened;
};

std::optional<std::string> fault_of(const Path& directory) {
  std::error_code error;
  if (!directory.is_absolute()) {
    return "plugin directory " + printable(directory.string()) +
           " is not absolute: write its whole path, since nothing is loaded from the current directory";
  }
  if (!std::filesystem::is_directory(directory, error)) {
    return "plugin directory " + printable(directory.string()) +
           (error || !std::filesystem::exists(directory, error) ? " does not exist" : " is not a directory");
  }
  const std::filesystem::directory_iterator entries{directory, error};
  if (error) return "plugin directory " + printable(directory.string()) + " cannot be read: " + error.message();
  return std::nullopt;
}

void check_directories(const std::vector<Path>& directories) {
  std::vector<Diagnostic> diagnostics;
  for (const Path& directory : directories) {
    if (auto fault = fault_of(directory)) diagnostics.push_back({{"command line"}, "", *std::move(fault), {}});
  }
  if (!diagnostics.empty()) throw BadInput{std::move(diagnostics)};
}

/// Every *.so of the directories in their order, within each by name, so that nothing depends on the file system. A
/// file that is reached in two ways is one candidate.
std::vector<Candidate> find_candidates(const std::vector<Path>& directories) {
  std::vector<Candidate> candidates;
  std::set<Path> seen;
  for (const Path& directory : directories) {
    std::set<Path> files;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) {
      if (entry.path().extension() == ".so") files.insert(entry.path());
    }
    for (const Path& file : files) {
      std::error_code error;
      const Path canonical = std::filesystem::canonical(file, error);
      Candidate candidate{error ? file : canonical, {}, {}, {}};
      if (!seen.insert(candidate.file).second) continue;
      if (error) candidate.refusal = "it cannot be found: " + error.message();
      candidates.push_back(std::move(candidate));
    }
  }
  return candidates;
}

/// Runs one step on the candidates that are still in the race.
template <class Step>
void for_each_sound(std::vector<Candidate>& candidates, Step step) {
  for (Candidate& candidate : candidates) {
    if (!candidate.refusal) step(candidate);
  }
}

void check_file(Candidate& candidate, bool allow_insecure) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(candidate.file, error)) {
    candidate.refusal = "it is not a regular file";
    return;
  }
  if (!allow_insecure) {
    if (const auto reason = why_insecure(candidate.file)) {
      candidate.refusal = *reason + ": it is not loaded, since others could have put anything into it";
      return;
    }
  }
  try {
    candidate.sha256 = sha256_of_file(candidate.file);
  } catch (const std::system_error& unreadable) {
    candidate.refusal = unreadable.what();
  }
}

void probe(std::vector<Candidate>& candidates, const CatalogOptions& options) {
  std::vector<Path> files;
  for_each_sound(candidates, [&](const Candidate& candidate) { files.push_back(candidate.file); });
  auto refusals = probe_plugins(files, options);
  auto refusal = refusals.begin();
  for_each_sound(candidates, [&](Candidate& candidate) { candidate.refusal = std::move(*refusal++); });
}

void open(Candidate& candidate) {
  try {
    candidate.opened = open_plugin(candidate.file);
    if (sha256_of_file(candidate.file) != candidate.sha256) {
      candidate.refusal = "the file changed while it was being loaded";
    }
  } catch (const std::exception& error) {  // Refused, or the file is gone
    candidate.refusal = error.what();
  }
}

/// Refuses every candidate whose id another one has too: there is no telling which is meant.
void refuse_duplicates(std::vector<Candidate>& candidates) {
  std::map<std::string, std::vector<Candidate*>> by_id;
  for_each_sound(candidates, [&](Candidate& candidate) { by_id[candidate.opened.about.id].push_back(&candidate); });
  for (const auto& [id, same] : by_id) {
    if (same.size() < 2) continue;
    for (Candidate* candidate : same) {
      std::string others;
      for (const Candidate* other : same) {
        if (other != candidate) others += (others.empty() ? "" : ", ") + other->file.string();
      }
      candidate->refusal = "its id '" + id + "' is also the id of " + others;
    }
  }
}

}  // namespace

Catalog Catalog::load(const CatalogOptions& options) {
  check_directories(options.directories);
  std::vector<Candidate> candidates = find_candidates(options.directories);
  for_each_sound(candidates, [&](Candidate& candidate) { check_file(candidate, options.allow_insecure); });
  probe(candidates, options);
  for_each_sound(candidates, open);
  refuse_duplicates(candidates);

  Catalog catalog;
  for (Candidate& candidate : candidates) {
    if (candidate.refusal) {
      catalog.refusals_.push_back({std::move(candidate.file), *std::move(candidate.refusal)});
      continue;
    }
    auto& [entry, about, parameters] = candidate.opened;
    const std::string id = about.id;
    catalog.plugins_.emplace(id, Plugin{std::move(about), std::move(parameters), std::move(candidate.file),
                                        std::move(candidate.sha256), entry});
  }
  return catalog;
}

void Catalog::add(const PluginEntry& entry) {
  const About& about = entry.about();
  if (const auto fault = find_fault(about, entry.parameters())) {
    throw std::invalid_argument{"strategy '" + printable(about.id) + "': " + *fault};
  }
  const auto [place, is_new] = plugins_.try_emplace(about.id, Plugin{about, entry.parameters(), {}, {}, &entry});
  if (!is_new) throw std::invalid_argument{"strategy id '" + about.id + "' is taken"};
}

const Plugin* Catalog::find(std::string_view id) const {
  const auto found = plugins_.find(id);
  return found == plugins_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalog::ids() const {
  std::vector<std::string> ids;
  ids.reserve(plugins_.size());
  for (const auto& [id, plugin] : plugins_) ids.push_back(id);
  return ids;
}

std::vector<Path> default_plugin_directories() {
  std::error_code error;
  const Path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const Path directory =
      std::filesystem::canonical(program.parent_path() / ".." / "lib" / "gridcensus" / "plugins", error);
  if (error || !std::filesystem::is_directory(directory, error)) return {};
  return {directory};
}

}  // namespace gridcensus::host
