#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using Entry = Document::OutcomeEntry;

constexpr std::size_t gap_width = 2;
/// Narrower cells would say nothing.
constexpr std::size_t min_cell_width = 8;
constexpr std::size_t min_number_width = 20;
constexpr std::size_t max_number_width = 60;

/// The texts beside a value: problem, configuration, time, evidence.
using Cells = std::array<std::string, 4>;
using Widths = std::array<std::size_t, 4>;
enum : std::size_t { problem_cell, configuration_cell, time_cell, evidence_cell };

std::string evidence_text(const Document& document, const Entry& entry) {
  const auto largest = largest_z(document.verdicts_on(entry));
  const bool is_off = largest && entry.standing == Standing::estimated;
  return is_off ? fmt::format("off {:.1f} s.e.", *largest) : std::string{name_of(entry.standing)};
}

std::string_view shade_of_evidence(const Entry& entry) {
  if (entry.standing == Standing::disputed) return shade::red;
  return entry.standing >= Standing::replicated ? shade::green : shade::yellow;
}

std::string number_text(const Document& document, const Entry& entry, std::size_t width) {
  const auto* const run = document.run_of(entry.run_id);
  const bool is_unfinished = kind_of(entry.outcome) == Kind::unfinished && run != nullptr;
  return shortened(
      is_unfinished ? unfinished_text(entry.interim, run->units, run->units_total) : short_text(entry.outcome, width),
      width);
}

/// Returns the outcomes by the quantity, and then by the problem, as asked.
std::vector<const Entry*> in_order(const Document& document) {
  std::vector<const Entry*> entries;
  for (const auto& entry : document.outcomes) entries.push_back(&entry);
  std::ranges::stable_sort(entries, {}, [&](const Entry* entry) {
    return std::tuple{entry->quantity, document.index_of(entry->run_id.problem)};
  });
  return entries;
}

/// Returns the widths of the texts. The widest become narrower until a number has its least width.
Widths widths_of(const std::vector<Cells>& rows, std::size_t width) {
  Widths widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  const auto room = width - std::min(width, min_number_width + widths.size() * gap_width);
  while (std::accumulate(widths.begin(), widths.end(), std::size_t{0}) > room) {
    auto* const widest = std::ranges::max_element(widths);
    if (*widest <= min_cell_width) break;
    --*widest;
  }
  return widths;
}

/// Returns a line without its evidence.
std::string line_of(const Cells& cells, const Widths& widths, std::string_view number, std::size_t number_width) {
  const std::string gap(gap_width, ' ');
  std::string text;
  for (const auto i : {problem_cell, configuration_cell})
    text += padded(shortened(printable(cells.at(i)), widths.at(i)), widths.at(i)) + gap;
  return text + padded_left(number, number_width) + gap + padded_left(cells[time_cell], widths[time_cell]) + gap;
}

}  // namespace

void add_outcomes(Lines& lines, const ResultsDocument& document) {
  const auto entries = in_order(document);
  const Cells head{"problem", "strategy", "time", "evidence"};
  std::vector<Cells> rows{head};
  for (const auto* entry : entries) {
    rows.push_back({to_string(entry->run_id.problem), entry->run_id.configuration, seconds_text(entry->seconds),
                    evidence_text(document, *entry)});
  }
  const Widths widths = widths_of(rows, lines.width());
  const std::size_t used = std::accumulate(widths.begin(), widths.end(), widths.size() * gap_width);
  const std::size_t room = lines.width() - std::min(lines.width(), used);
  std::vector<std::string> numbers;
  std::size_t number_width = min_number_width;
  for (const auto* entry : entries) {
    numbers.push_back(number_text(document, *entry, std::clamp(room, min_number_width, max_number_width)));
    number_width = std::max(number_width, display_width(numbers.back()));
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i]->quantity != entries[i - 1]->quantity) {
      lines.add();
      lines.add(name_of(entries[i]->quantity));
      lines.add_ending(line_of(head, widths, "value", number_width), head[evidence_cell], shade::none);
    }
    const Cells& cells = rows[i + 1];
    lines.add_ending(line_of(cells, widths, numbers[i], number_width),
                     shortened(cells[evidence_cell], widths[evidence_cell]), shade_of_evidence(*entries[i]));
  }
}

}  // namespace gridcensus::host
