#include "app/command_line.hpp"
#include "app/output_file.hpp"
#include "host/conformance/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <thread>

namespace gridcensus::app {

namespace fs = std::filesystem;

namespace {

/// With fewer threads, several would seldom be in a unit at once.
constexpr unsigned min_threads = 4;
constexpr std::uint64_t max_suite_threads = 256;

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || !host::strategy_id_of(text).empty();
}

/// Returns the given file, or the file of the strategy with this id.
fs::path file_of(const std::string& plugin, const Arguments& arguments) {
  if (is_path(plugin)) {
    std::error_code error;
    if (!fs::exists(plugin, error)) throw host::BadInput{host::on_command_line("PLUGIN", plugin + ": no such file")};
    return fs::absolute(plugin);
  }
  const auto catalog = open_catalog_with_refusals(arguments, host::Asking::nothing);
  if (const auto* const found = catalog.find(plugin)) return found->file;
  // Accept a refused plugin, to report the reason.
  for (const auto& refusal : catalog.refusals()) {
    if (host::strategy_id_of(refusal.file) == plugin) return refusal.file;
  }
  throw host::BadInput{
      host::on_command_line("PLUGIN",
                            fmt::format("unknown strategy {}; expected the path of a plugin, or one of: {}; {}", plugin,
                                        fmt::join(catalog.ids(), ", "), catalog.searched_folders()),
                            host::nearest_name(plugin, catalog.ids()))};
}

host::ExitCode run_conformance(const Arguments& arguments) {
  host::conformance::SuiteOptions suite_options;
  suite_options.checks = arguments.texts("only");
  suite_options.parameters = arguments.texts("param");
  suite_options.seed = arguments.integer("seed", 0, std::numeric_limits<std::uint32_t>::max()).value_or(1);
  suite_options.threads = static_cast<int>(arguments.integer("threads", 1, max_suite_threads)
                                               .value_or(std::max(std::thread::hardware_concurrency(), min_threads)));
  suite_options.allow_insecure = arguments.has("allow-insecure-plugins");
  suite_options.directories = host::default_plugin_directories();
  for (const auto& directory : arguments.texts("plugin-dir")) suite_options.directories.emplace_back(directory);
  const host::Catalog checked{{.directories = suite_options.directories}};  // which says what is wrong with them
  suite_options.plugin = file_of(arguments.required("PLUGIN"), arguments);

  std::optional<OutputFile> json_file;
  if (const auto name = arguments.text("json")) json_file.emplace(*name);
  const bool is_text = !json_file || !json_file->is_stdout();
  const auto suite = host::conformance::run_suite(suite_options, [&](const host::conformance::CheckResult& result) {
    if (is_text) print(to_string(result, answer_width()));
  });
  if (json_file) json_file->commit(to_json(suite).dump(2) + "\n");
  if (is_text) print(verdict_of(suite));
  return suite.exit_code();
}

}  // namespace

const Command conformance_command{
    .name = "conformance",
    .brief = "check a plugin",
    .summary = "Check that a plugin satisfies the contract of a strategy; prints one line per check.",
    .usage = "PLUGIN|ID [options]",
    .argument = "PLUGIN",
    .examples =
        "  gridcensus conformance build/lib/gridcensus/plugins/my_strategy.so\n"
        "  gridcensus conformance row_sampler --only coverage --seed 7\n",
    .options = joined({{{"only", "CHECK", "Run only this check, and the loading check.", "", Occurrence::often},
                        {"param", "K=V", "Parameter of the strategy (see describe).", "", Occurrence::often},
                        {"seed", "S", "First random seed; 1 by default."},
                        {"threads", "N", "Threads to count with; by default all cores, but at least four."}},
                       json_options(),
                       catalog_options()}),
    .run = run_conformance};

}  // namespace gridcensus::app
