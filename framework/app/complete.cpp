#include "app/commands.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/shape.hpp"
#include "host/base/quantities.hpp"
#include "host/catalog/catalog.hpp"

#include <boost/algorithm/string/split.hpp>

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <system_error>

namespace gridcensus::app {

namespace {

using Words = std::vector<std::string>;

/// Splits "csv|jsonl" into words; returns none for a placeholder such as N or FILE|LEDGER.
Words alternatives(const std::string& value_name) {
  const auto is_small = [](unsigned char c) { return std::islower(c) != 0 || c == '|' || c == '-'; };
  Words words;
  if (value_name.find('|') != std::string::npos && std::ranges::all_of(value_name, is_small))
    boost::split(words, value_name, [](char c) { return c == '|'; });
  return words;
}

Words shapes() {
  constexpr int largest_side = 25;
  Words names;
  for (int rows = 1; rows <= largest_side; ++rows) {
    for (int cols = 1; rows * cols <= largest_side; ++cols) names.push_back(to_string(Shape{rows, cols}));
  }
  return names;
}

Words quantities(const std::string& ending) {
  Words names;
  for (const auto& name : host::quantity_names()) names.push_back(name + ending);
  return names;
}

/// Returns the plugin folders in these words, except those that the command would refuse.
host::CatalogOptions places(const Words& words) {
  host::CatalogOptions options;
  options.on_demand = plugin_folders();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--plugin-dir") options.on_demand.emplace_back(words[i + 1]);
  }
  std::erase_if(options.on_demand, [](const std::filesystem::path& folder) {
    std::error_code unreadable;
    const std::filesystem::directory_iterator entries{folder, unreadable};
    return !folder.is_absolute() || unreadable;
  });
  return options;
}

/// Returns the candidates for NAME=VALUE: the parameters of the strategies of --with, with their values if they are
/// few.
Words parameters(const Words& words) {
  Words ids;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--with") ids.push_back(words[i + 1]);
  }
  host::Catalog catalog{places(words)};
  catalog.open(ids);
  Words names;
  for (const auto& id : ids) {
    const auto* const plugin = catalog.find(id);
    if (plugin == nullptr) continue;
    const std::string prefix = ids.size() > 1 ? id + "." : "";
    for (const auto& spec : plugin->parameters) {
      Words choices = spec.choices;
      if (spec.type == ParameterType::boolean) choices = {"true", "false"};
      if (choices.empty()) choices = {""};
      for (const auto& choice : choices) names.push_back(prefix + spec.name + "=" + choice);
    }
  }
  return names;
}

/// Returns the names of rules, behind those that the word has already.
Words rules_names(const std::string& word) {
  const auto comma = word.rfind(',');
  const std::string before = comma == std::string::npos ? "" : word.substr(0, comma + 1);
  Words names;
  for (const RuleFamily& family : all_rule_families()) names.push_back(before + std::string{family.name});
  return names;
}

/// Returns the candidates for a value, by the name that `--help` shows for it.
Words values(const std::string& value_name, const Words& words) {
  if (auto few = alternatives(value_name); !few.empty()) return few;
  if (value_name == "STRATEGY|SHAPE") {
    auto both = values("STRATEGY", words);
    std::ranges::move(shapes(), std::back_inserter(both));
    return both;
  }
  if (value_name == "FILE" || value_name == "FILE|-" || value_name.ends_with("|FILE")) return {":files"};
  if (value_name == "FILE.yaml") return {":files yaml yml"};
  if (value_name == "LEDGER") return {":files ledger"};
  if (value_name.find("FILE.json") != std::string::npos) return {":files ledger json"};
  if (value_name == "DIR") return {":folders"};
  if (value_name == "STRATEGY") return host::Catalog{places(words)}.found_ids();
  if (value_name == "PLUGIN|ID" && words.back().find('/') != std::string::npos) return {":files so"};
  if (value_name == "PLUGIN|ID") return host::Catalog{places(words)}.found_ids();
  if (value_name == "SHAPE" || value_name == "RxC") return shapes();
  if (value_name == "QUANTITY" || value_name == "Q") return quantities("");
  if (value_name == "Q=VALUE") return quantities("=");
  if (value_name == "RULES") return rules_names(words.back());
  if (value_name == "K=V") return parameters(words);
  return {};
}

/// Returns the first argument of a usage: "FILE.yaml" of "FILE.yaml [options]".
std::string first_argument(const Command& command) {
  std::string word = command.usage.substr(0, command.usage.find(' '));
  std::erase_if(word, [](char c) { return c == '[' || c == ']'; });
  if (word.ends_with("...")) word.resize(word.size() - 3);
  return word;
}

Words candidates(const Words& words) {
  Words names;
  if (words.size() < 2) {
    names = command_names();
    for (const std::string option : {"--help", "--version"}) names.push_back(option);
    return names;
  }
  const Command* const command = find_command(words.front());
  if (command == nullptr) return {};
  const auto options = joined({command->options, shared_options()});
  const std::string& last = words.back();
  const std::string& before = words[words.size() - 2];
  for (const auto& option : options) {
    const bool is_it = before == "--" + option.name || (!option.letter.empty() && before == "-" + option.letter);
    if (is_it && !option.value_name.empty()) return values(option.value_name, words);
  }
  if (last.starts_with("-")) {
    for (const auto& option : options) names.push_back("--" + option.name);
    return names;
  }
  return values(first_argument(*command), words);
}

}  // namespace

std::string completions(const std::vector<std::string>& words) {
  std::string text;
  try {
    for (const auto& name : candidates(words)) {
      if (name.starts_with(":") || words.empty() || name.starts_with(words.back())) text += name + "\n";
    }
  } catch (const std::exception&) {
    // Print nothing here, because this runs inside a shell's completion; the command itself will report the error.
    return "";
  }
  return text;
}

}  // namespace gridcensus::app
