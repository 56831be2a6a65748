#include "host/catalog/program.hpp"

#include "host/base/errors.hpp"
#include "host/calls/call.hpp"
#include "host/catalog/declarations.hpp"
#include "host/catalog/library.hpp"
#include "host/programs/program_entry.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

/// Keeps an entry like a library, because strategies and threads may use it until the process ends.
const ProgramEntry& keep(std::unique_ptr<const ProgramEntry> entry) {
  static std::mutex mutex;
  static auto& entries = *new std::deque<std::unique_ptr<const ProgramEntry>>;
  const std::scoped_lock lock{mutex};
  return *entries.emplace_back(std::move(entry));
}

/// Returns all mistakes in one line, each with its place in the file.
std::string text_of(const BadInput& error) {
  std::string text;
  for (const auto& diagnostic : error.diagnostics()) text += (text.empty() ? "" : "; ") + to_string(diagnostic);
  return text;
}

}  // namespace

bool is_description(const std::filesystem::path& file) {
  return file.filename().string().ends_with(description_ending);
}

Plugin open_program(const std::filesystem::path& file, bool allow_insecure, double seconds, Asking asking) {
  const Call noted{file.string(), "opening"};
  try {
    const ProgramEntry& entry =
        keep(std::make_unique<const ProgramEntry>(read_description(file), allow_insecure, seconds, asking));
    const bool has_declared = entry.description().asked || asking != Asking::nothing;
    if (const auto fault = find_fault(entry.about(), entry.parameters()); fault && has_declared) throw Refused{*fault};
    std::vector<MathematicsUse> uses;
    for (auto& name : entry.evidence()) uses.push_back({std::move(name), {}});
    Plugin plugin{entry, std::move(uses)};
    plugin.program = &entry;
    plugin.sha256 = entry.hash();
    return plugin;
  } catch (const BadInput& error) {
    throw Refused{text_of(error)};
  } catch (const UnusableProgram& error) {
    throw Refused{error.what()};
  }
}

}  // namespace gridcensus::host
