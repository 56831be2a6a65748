#include "host/formats/template.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/formats/encodings.hpp"
#include "host/formats/problem_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace gridcensus::host {

namespace {

Json ruled_out(const Problem& problem) {
  Json pairs = Json::array();
  const SymbolBits all = ~SymbolBits{0} >> static_cast<unsigned>(max_side - problem.shape.side());
  int cell = 0;
  for (const SymbolBits symbols : problem.allowed()) {
    for (const int value : values_of(all & ~symbols)) pairs.push_back({cell, value});
    ++cell;
  }
  return pairs;
}

Json allowed(const Problem& problem) {
  Json cells = Json::array();
  for (const SymbolBits symbols : problem.allowed()) cells.push_back(values_of(symbols));
  return cells;
}

Json relations(const Problem& problem) {
  Json list = Json::array();
  for (const RelatedCells& related : problem.related()) {
    list.push_back({related.cells.first, related.cells.second, allowed_pairs(related)});
  }
  return list;
}

Json forbidden(const Problem& problem) {
  Json list = Json::array();
  for (const Conflict& pair : forbidden_values(problem)) {
    list.push_back({pair.cell, pair.value, pair.other_cell, pair.other_value});
  }
  return list;
}

struct List {
  Json (*make)(const Problem&) = nullptr;
  bool can_be_flat = false;  ///< all its entries are lists of the same length
  bool is_counted = false;
};

const std::map<std::string, List, std::less<>>& lists() {
  static const std::map<std::string, List, std::less<>> all{
      {"regions", {[](const Problem& problem) -> Json { return problem.regions(); }, true, true}},
      {"pairs", {[](const Problem& problem) -> Json { return problem.pairs(); }, true, true}},
      {"generators", {[](const Problem& problem) -> Json { return symmetry_generators(problem); }, true, true}},
      {"allowed", {allowed}},
      {"ruled_out", {ruled_out, true}},
      {"relations", {relations, false, true}},
      {"forbidden", {forbidden, true}}};
  return all;
}

using Plain = std::string (*)(const Problem&);

const std::map<std::string, Plain, std::less<>>& plain_words() {
  static const std::map<std::string, Plain, std::less<>> all{
      {"shape", [](const Problem& problem) { return to_string(problem.shape); }},
      {"box_rows", [](const Problem& problem) { return std::to_string(problem.shape.box_rows); }},
      {"box_cols", [](const Problem& problem) { return std::to_string(problem.shape.box_cols); }},
      {"side", [](const Problem& problem) { return std::to_string(problem.shape.side()); }},
      {"cells", [](const Problem& problem) { return std::to_string(problem.shape.cells()); }},
      {"rules", [](const Problem& problem) { return problem.rules.text(); }}};
  return all;
}

constexpr std::string_view flat_prefix = "flat_";
constexpr std::string_view count_suffix = "_count";

/// Returns "region_count" for "regions".
std::string count_of(std::string_view list) {
  return fmt::format("{}{}", list.substr(0, list.size() - 1), count_suffix);
}

std::string value_of(std::string_view name, const Problem& problem) {
  if (const auto plain = plain_words().find(name); plain != plain_words().end()) return plain->second(problem);
  if (const auto list = lists().find(name); list != lists().end()) return list->second.make(problem).dump();
  if (name.starts_with(flat_prefix)) {
    Json flat = Json::array();
    for (const Json& entry : lists().find(name.substr(flat_prefix.size()))->second.make(problem)) {
      flat.insert(flat.end(), entry.begin(), entry.end());
    }
    return flat.dump();
  }
  const std::string list = fmt::format("{}s", name.substr(0, name.size() - count_suffix.size()));
  return std::to_string(lists().find(list)->second.make(problem).size());
}

/// Visits the parts of a template in order: plain text, and the words in braces.
template <class OnText, class OnWord>
void walk(std::string_view text, const OnText& on_text, const OnWord& on_word) {
  while (!text.empty()) {
    const auto brace = std::min(text.find('{'), text.size());
    on_text(text.substr(0, brace));
    text.remove_prefix(brace);
    if (text.starts_with("{{")) {
      on_text(text.substr(0, 1));
      text.remove_prefix(2);
    } else if (!text.empty()) {
      const auto end = text.find_first_of("{}\n", 1);
      const bool is_closed = end != std::string_view::npos && text[end] == '}';
      on_word(is_closed ? text.substr(1, end - 1) : text.substr(0, std::min({end, text.size(), std::size_t{20}})));
      text.remove_prefix(is_closed ? end + 1 : 1);
    }
  }
}

}  // namespace

std::vector<std::string> words_of_problem() {
  std::vector<std::string> names;
  for (const auto& [name, plain] : plain_words()) names.push_back(name);
  for (const auto& [name, list] : lists()) {
    names.push_back(name);
    if (list.can_be_flat) names.push_back(fmt::format("{}{}", flat_prefix, name));
    if (list.is_counted) names.push_back(count_of(name));
  }
  return names;
}

std::vector<std::string> unknown_words(std::string_view text, std::span<const std::string> known) {
  std::vector<std::string> unknown;
  walk(
      text, [](std::string_view) {},
      [&](std::string_view word) {
        if (std::ranges::find(known, word) == known.end() && std::ranges::find(unknown, word) == unknown.end()) {
          unknown.emplace_back(word);
        }
      });
  return unknown;
}

std::string filled(std::string_view text, const Problem& problem, const Words& words) {
  const auto of_problem = words_of_problem();
  std::string result;
  walk(
      text, [&](std::string_view part) { result += part; },
      [&](std::string_view word) {
        if (const auto found = words.find(word); found != words.end()) {
          result += found->second;
        } else if (std::ranges::find(of_problem, word) != of_problem.end()) {
          result += value_of(word, problem);
        } else {
          std::vector<std::string> known = of_problem;
          for (const auto& [name, value] : words) known.push_back(name);
          std::ranges::sort(known);
          throw std::invalid_argument{fmt::format(
              "nothing is known of \"{}\" in braces; known: {}; write {{{{ for a brace", word, fmt::join(known, ", "))};
        }
      });
  return result;
}

}  // namespace gridcensus::host
