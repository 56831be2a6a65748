#include "host/catalog/catalog.hpp"

#include "host/base/errors.hpp"
#include "host/base/permissions.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/catalog/declarations.hpp"
#include "host/catalog/library.hpp"
#include "host/catalog/probe.hpp"
#include "host/programs/description.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <future>
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

/// A file that may enter the catalog.
struct Candidate {
  Path file;
  std::string sha256;
  Asking asking = Asking::nothing;
  bool has_hash = false;  ///< its build left FILE.sha256 next to it
  std::optional<std::string> refusal;
  std::optional<Plugin> opened;
};

std::optional<std::string> fault_of(const Path& directory) {
  std::error_code error;
  if (!directory.is_absolute()) {
    return "plugin directory " + printable(directory.string()) +
           " is not absolute; give the full path, because plugins are not loaded relative to the current directory";
  }
  if (!std::filesystem::is_directory(directory, error)) {
    return "plugin directory " + printable(directory.string()) +
           (error || !std::filesystem::exists(directory, error) ? " does not exist" : " is not a directory");
  }
  const std::filesystem::directory_iterator entries{directory, error};
  if (error) return "plugin directory " + printable(directory.string()) + " cannot be read: " + error.message();
  return std::nullopt;
}

void check_directories(const std::vector<Path>& directories, const Location& where) {
  std::vector<Diagnostic> diagnostics;
  for (const Path& directory : directories) {
    if (auto fault = fault_of(directory)) diagnostics.push_back({where, "", *std::move(fault), {}});
  }
  throw_if_any(std::move(diagnostics));
}

/// Runs one step on the candidates that have not been refused.
template <class Step>
void for_each_acceptable(std::vector<Candidate>& candidates, Step step) {
  for (Candidate& candidate : candidates) {
    if (!candidate.refusal) step(candidate);
  }
}

/// Returns why a library differs from the one that was built: the build writes its hash into a file next to it. A
/// flipped bit may leave code that runs but counts wrong. Libraries without such a file are loaded unchecked.
std::optional<std::string> why_damaged(Candidate& candidate) {
  const Path note = candidate.file.string() + ".sha256";
  std::ifstream stream{note};
  candidate.has_hash = stream.is_open();
  if (!candidate.has_hash) return std::nullopt;
  constexpr std::size_t digits = 64;
  std::string expected(digits, '\0');
  stream.read(expected.data(), static_cast<std::streamsize>(digits));
  if (stream && expected == candidate.sha256) return std::nullopt;
  return "it has changed since it was built: its SHA-256 is " + candidate.sha256 + ", but " + note.string() + " has " +
         (stream ? printable(expected) : "none") + "; build or install it again";
}

void check_file(Candidate& candidate, bool allow_insecure) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(candidate.file, error)) {
    candidate.refusal = "it is not a regular file";
    return;
  }
  if (!allow_insecure) {
    if (const auto reason = why_insecure(candidate.file)) {
      candidate.refusal = *reason + "; not loaded, because others could have modified it";
      return;
    }
  }
  try {
    candidate.sha256 = sha256_of_file(candidate.file);
    candidate.refusal = why_damaged(candidate);
  } catch (const std::system_error& unreadable) {
    candidate.refusal = unreadable.what();
  }
}

void probe(std::vector<Candidate>& candidates, const CatalogOptions& options) {
  std::vector<Path> files;
  std::vector<Candidate*> libraries;
  for_each_acceptable(candidates, [&](Candidate& candidate) {
    // A program never runs in this process.
    if (is_description(candidate.file)) return;
    files.push_back(candidate.file);
    libraries.push_back(&candidate);
  });
  auto refusals = probe_plugins(files, options.probe_seconds);
  for (std::size_t i = 0; i < libraries.size(); ++i) libraries[i]->refusal = std::move(refusals[i]);
}

void open_candidate(Candidate& candidate, const CatalogOptions& options) {
  try {
    if (is_description(candidate.file)) {
      candidate.opened = open_program(candidate.file, options.allow_insecure, options.probe_seconds, candidate.asking);
      candidate.sha256 = candidate.opened->sha256;
      // The hash of its files is a part of the identity of its results.
      candidate.has_hash = true;
      return;
    }
    candidate.opened = open_plugin(candidate.file);
    if (sha256_of_file(candidate.file) != candidate.sha256) {
      candidate.refusal = "the file changed while it was being loaded";
    }
  } catch (const std::exception& error) {  // Refused, or the file is gone
    candidate.refusal = error.what();
  }
}

/// Opens libraries one by one, and queries all programs at the same time, because most of their time is waiting.
void open_all_of(std::vector<Candidate>& candidates, const CatalogOptions& options) {
  std::vector<Candidate*> libraries;
  std::vector<std::future<void>> programs;
  for_each_acceptable(candidates, [&](Candidate& candidate) {
    if (is_description(candidate.file))
      programs.push_back(
          std::async(std::launch::async, [&candidate, &options] { open_candidate(candidate, options); }));
    else
      libraries.push_back(&candidate);
  });
  for (Candidate* const library : libraries) open_candidate(*library, options);
  for (auto& program : programs) program.get();
}

/// Refuses all candidates with the same id, because it is unknown which is meant.
///
/// @param taken  ids and files of open plugins
void refuse_duplicates(std::vector<Candidate>& candidates, const std::map<std::string, Path>& taken) {
  std::map<std::string, std::vector<Candidate*>> by_id;
  for_each_acceptable(candidates,
                      [&](Candidate& candidate) { by_id[candidate.opened->about.id].push_back(&candidate); });
  for (const auto& [id, same] : by_id) {
    const auto open = taken.find(id);
    if (same.size() < 2 && open == taken.end()) continue;
    for (Candidate* candidate : same) {
      std::string others = open == taken.end() ? "" : open->second.string();
      for (const Candidate* other : same) {
        if (other != candidate) others += (others.empty() ? "" : ", ") + other->file.string();
      }
      candidate->refusal = "its id '" + id + "' is also the id of " + others;
    }
  }
}

/// Returns a definition for a message.
std::string text_of(Quantity quantity) {
  const QuantityInfo& info = quantity.info();
  std::string text = "\"" + info.definition + "\" [" + info.unit + "]";
  if (const auto follows = relation(quantity); !follows.empty()) text += ", " + follows;
  if (info.under_maps == Preserved::grids) text += ", the same for transposes";
  if (info.under_maps == Preserved::symmetries) text += ", the same for transposes with their symmetries";
  return text;
}

/// Returns why a plugin cannot be opened in addition to others, or nullopt if it can: it declares a quantity with
/// another meaning than the program or an open plugin does.
///
/// @param declared  the known quantities, as in `Catalog`
std::optional<std::string> clash_of(const About& about, const std::map<Quantity, std::string>& declared) {
  for (const auto& [quantity, kind] : about.yields) {
    const auto there = declared.find(quantity);
    if (there == declared.end() || there->first.info() == quantity.info()) continue;
    return "it declares the quantity " + there->first.info().name + " as " + text_of(quantity) + ", but " +
           (there->second.empty() ? "the program" : there->second) + " as " + text_of(there->first) +
           "; a name can have only one definition, so choose another name";
  }
  return std::nullopt;
}

}  // namespace

std::map<Quantity, std::string> Catalog::built_in() {
  std::map<Quantity, std::string> declared;
  for (const auto quantity : built_in_quantities()) declared.emplace(quantity, "");
  return declared;
}

Catalog::Catalog(CatalogOptions options) : options_{std::move(options)} {
  // A file that is found in two ways is one library.
  std::set<Path> seen;
  const auto add = [&](const Path& folder, const Path& file, std::optional<Asking> at_once) {
    std::error_code error;
    const Path canonical = std::filesystem::canonical(file, error);
    Library library{folder, error ? file : canonical, error ? error.message() : "", at_once, std::nullopt};
    if (seen.insert(library.file).second) libraries_.push_back(std::move(library));
  };
  for (const Path& file : options_.files) add(file.parent_path(), file, Asking::version);
  for (const auto& [directories, at_once] : {std::pair{&options_.directories, std::optional{Asking::nothing}},
                                             std::pair{&options_.on_demand, std::optional<Asking>{}}}) {
    check_directories(*directories, options_.named_by);
    for (const Path& directory : *directories) {
      for (const Path& file : plugin_files_in(directory)) add(directory, file, at_once);
    }
  }
}

void Catalog::open(const std::vector<std::string>& ids) {
  const auto is_named = [&ids](const std::string& id) { return std::ranges::find(ids, id) != ids.end(); };
  std::vector<std::pair<Library*, Asking>> wanted;
  for (auto& library : libraries_) {
    if (is_named(strategy_id_of(library.file)))
      wanted.emplace_back(&library, Asking::version);
    else if (library.at_once)
      wanted.emplace_back(&library, *library.at_once);
  }
  open_libraries(wanted);
  if (!std::ranges::all_of(ids, [this](const std::string& id) { return find(id) != nullptr; }))
    open_all(Asking::nothing);
  // A description may have another name than its file.
  wanted.clear();
  for (auto& library : libraries_) {
    const auto is_its = [&](const auto& entry) { return entry.second.file == library.file && is_named(entry.first); };
    if (std::ranges::any_of(plugins_, is_its)) wanted.emplace_back(&library, Asking::version);
  }
  open_libraries(wanted);
}

void Catalog::open_all(Asking asking) {
  std::vector<std::pair<Library*, Asking>> all;
  for (auto& library : libraries_) all.emplace_back(&library, asking);
  open_libraries(all);
}

void Catalog::open_libraries(const std::vector<std::pair<Library*, Asking>>& wanted) {
  std::vector<Candidate> candidates;
  std::map<std::string, Path> taken;
  for (const auto& [id, plugin] : plugins_) taken.emplace(id, plugin.file);
  for (const auto& [library, asking] : wanted) {
    if (library->opened && (!is_description(library->file) || *library->opened >= asking)) continue;
    const bool is_refused = std::ranges::find(refusals_, library->file, &Refusal::file) != refusals_.end();
    library->opened = asking;
    if (is_refused) continue;
    std::erase_if(taken, [&file = library->file](const auto& open) { return open.second == file; });
    Candidate& candidate = candidates.emplace_back();
    candidate.file = library->file;
    candidate.asking = asking;
    if (!library->unresolved.empty()) candidate.refusal = "it cannot be found: " + library->unresolved;
  }
  for_each_acceptable(candidates, [&](Candidate& candidate) { check_file(candidate, options_.allow_insecure); });
  probe(candidates, options_);
  open_all_of(candidates, options_);
  refuse_duplicates(candidates, taken);

  for (Candidate& candidate : candidates) {
    if (!candidate.refusal) candidate.refusal = clash_of(candidate.opened->about, declared_);
    if (candidate.refusal) {
      // A program that was found, but does not answer.
      std::erase_if(plugins_, [&](const auto& open) { return open.second.file == candidate.file; });
      refusals_.push_back({std::move(candidate.file), *std::move(candidate.refusal)});
      continue;
    }
    if (!candidate.has_hash) without_hash_.push_back(candidate.file);
    Plugin& plugin = *candidate.opened;
    plugin.file = std::move(candidate.file);
    plugin.sha256 = std::move(candidate.sha256);
    const std::string id = plugin.about.id;
    note_quantities(plugin.about);
    plugins_.insert_or_assign(id, std::move(plugin));
  }
}

void Catalog::add(const PluginEntry& entry, const std::string& mathematics) {
  const About& about = entry.about();
  if (const auto fault = find_fault(about, entry.parameters())) {
    throw std::invalid_argument{"strategy '" + printable(about.id) + "': " + *fault};
  }
  if (const auto clash = clash_of(about, declared_)) {
    throw std::invalid_argument{"strategy '" + printable(about.id) + "': " + *clash};
  }
  const auto [place, is_new] = plugins_.try_emplace(about.id, entry, parse_mathematics(mathematics));
  if (!is_new) throw std::invalid_argument{"strategy id '" + about.id + "' is already in use"};
  note_quantities(about);
}

void Catalog::note_quantities(const About& about) {
  for (const auto& yield : about.yields) declared_.emplace(yield.quantity, about.id);
}

std::set<Quantity> Catalog::quantities() const {
  std::set<Quantity> all;
  for (const auto& [quantity, id] : declared_) all.insert(quantity);
  return all;
}

std::string Catalog::declared_by(Quantity quantity) const {
  const auto found = declared_.find(quantity);
  return found == declared_.end() ? "" : found->second;
}

const Plugin* Catalog::find(std::string_view id) const {
  const auto found = plugins_.find(id);
  return found == plugins_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalog::found_ids() const {
  std::set<std::string> ids;
  for (const Library& library : libraries_) ids.insert(strategy_id_of(library.file));
  return {ids.begin(), ids.end()};
}

std::string Catalog::searched_folders() const {
  std::string text;
  for (const auto* const directories : {&options_.directories, &options_.on_demand}) {
    for (const Path& directory : *directories) {
      const auto is_there = [&](const Library& library) { return library.folder == directory; };
      const auto is_refused = [&](const Library& library) {
        return is_there(library) && std::ranges::find(refusals_, library.file, &Refusal::file) != refusals_.end();
      };
      const auto refused = std::ranges::count_if(libraries_, is_refused);
      text += (text.empty() ? "searched " : ", ") + printable(directory.string()) + " (" +
              pluralise(static_cast<std::uint64_t>(std::ranges::count_if(libraries_, is_there)), "plugin") +
              (refused > 0 ? ", " + std::to_string(refused) + " refused)" : ")");
    }
  }
  return text;
}

std::vector<std::string> Catalog::ids() const {
  std::vector<std::string> ids;
  ids.reserve(plugins_.size());
  for (const auto& [id, plugin] : plugins_) ids.push_back(id);
  return ids;
}

std::string strategy_id_of(const Path& file) {
  std::string name = file.filename().string();
  for (const std::string_view ending : {std::string_view{".so"}, description_ending}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return "";
}

std::set<Path> plugin_files_in(const Path& folder) {
  // By name, so nothing depends on the file system.
  std::set<Path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    std::error_code error;
    const Path description = entry.path() / (entry.path().filename().string() + std::string{description_ending});
    if (!strategy_id_of(entry.path()).empty())
      files.insert(entry.path());
    else if (std::filesystem::is_regular_file(description, error))
      files.insert(description);
  }
  return files;
}

std::vector<Path> default_plugin_directories() {
  std::error_code error;
  const Path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  std::vector<Path> directories;
  for (const Path libraries : {PROGRAM_TO_LIBDIR, "../lib"}) {
    const Path directory = std::filesystem::canonical(program.parent_path() / libraries / "gridcensus/plugins", error);
    if (error || !std::filesystem::is_directory(directory, error)) continue;
    if (std::ranges::find(directories, directory) == directories.end()) directories.push_back(directory);
  }
  return directories;
}

}  // namespace gridcensus::host
