#include "burnside_bfs/by_bands/free_bands.hpp"

#include "burnside_bfs/size_of.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::burnside_bfs {

bool FreeBands::are_free(Shape shape, const GridMap& map, std::span<const std::size_t> bands,
                         std::span<const int> labels) {
  if (bands.size() < 2 || !BandsOfColumns::can_count(shape)) return false;
  const auto is_back = [&](const mathematics::Images& images, std::size_t line) {
    std::size_t image = line;
    for (std::size_t i = 0; i < bands.size(); ++i) image = images[image];
    return image == line;
  };
  const auto rows = size_of(shape.box_rows);
  for (const std::size_t band : bands) {
    for (std::size_t row = band * rows; row < (band + 1) * rows; ++row) {
      if (!is_back(map.rows, row)) return false;
    }
  }
  for (std::size_t column = 0; column < size_of(shape.side()); ++column) {
    if (!is_back(map.columns, column)) return false;
  }
  return std::ranges::all_of(labels, [&](int length) { return bands.size() % size_of(length) == 0; });
}

FreeBands::FreeBands(Shape shape, const GridMap& map, const LabelCycles& labels, std::size_t length,
                     BandsOfColumns& bands)
    : shape_{shape}, side_{size_of(shape.side())}, labels_{labels}, bands_{bands} {
  const auto width = size_of(shape.box_cols);
  Word known = 0;
  for (std::size_t column = 0; column < side_; column += width) {
    if ((known >> column & 1U) != 0) continue;
    stacks_.push_back(stack_cycle(map, column / width, length));
    known |= stacks_.back().columns;
  }
  found_.resize(stacks_.size());
}

FreeBands::StackCycle FreeBands::stack_cycle(const GridMap& map, std::size_t first, std::size_t length) const {
  const auto width = size_of(shape_.box_cols);
  StackCycle cycle;
  std::vector<std::size_t> stacks;
  std::size_t stack = first;
  do {
    stacks.push_back(stack);
    cycle.columns |= ((Word{1} << width) - 1) << (stack * width);
    stack = map.columns[stack * width] / width;
  } while (stack != first);
  for (const LabelCycles::Cycle& labels : labels_.cycles()) {
    if (!cycle.choices.contains(labels.length)) find_choices(map, stacks, labels.length, length, cycle);
  }
  return cycle;
}

/// Finds the choices for a cycle of labels. Every label is once in every box: a column for each label of a cycle in
/// each stack. The label t of the cycle, in a column of the first band, is label t + i in band i, in the i-th image of
/// the column.
void FreeBands::find_choices(const GridMap& map, const std::vector<std::size_t>& stacks, std::size_t labels,
                             std::size_t length, StackCycle& cycle) const {
  const auto width = size_of(shape_.box_cols);
  auto& choices = cycle.choices[labels];
  const auto choose = [&](auto&& self, std::size_t number, Word word, const Choice& choice) -> void {
    if (number == labels * stacks.size()) {
      choices[word].push_back(choice);
      return;
    }
    const std::size_t label = number % labels;
    const std::size_t stack = stacks[number / labels];
    for (std::size_t column = stack * width; column < (stack + 1) * width; ++column) {
      Word added = 0;
      bool is_free = true;
      std::size_t image = column;
      for (std::size_t i = 0; i < length; ++i, image = map.columns[image]) {
        if ((label + i) % labels != 0) continue;
        const Word there = Word{1} << image;
        is_free = is_free && ((word | added) & there) == 0;
        added |= there;
      }
      if (!is_free) continue;
      Choice next = choice;
      next.counts += one_in(column);
      next.labels[column] = static_cast<SymbolSet>(next.labels[column] | 1U << label);
      self(self, number + 1, word | added, next);
    }
  };
  choose(choose, 0, 0, Choice{});
}

std::map<int, std::set<Word>> FreeBands::words() const {
  std::map<int, std::set<Word>> found;
  for (const auto& [labels, unused] : stacks_.front().choices) {
    std::set<Word> words{0};
    for (const StackCycle& cycle : stacks_) {
      std::set<Word> longer;
      for (const Word word : words) {
        for (const auto& [more, choices] : cycle.choices.at(labels)) longer.insert(word | more);
      }
      words = std::move(longer);
    }
    found.emplace(static_cast<int>(labels), std::move(words));
  }
  return found;
}

/// Finds all ways to fill the columns of a cycle of stacks in the first band.
void FreeBands::find_fillings(const StackCycle& cycle, std::span<const Word> words, std::vector<Columns>& found) const {
  found.clear();
  std::array<const std::vector<Choice>*, max_band_side> choices{};
  for (std::size_t c = 0; c < words.size(); ++c) {
    const auto& of_length = cycle.choices.at(labels_.cycles()[c].length);
    const auto of_word = of_length.find(words[c] & cycle.columns);
    if (of_word == of_length.end()) return;
    choices[c] = &of_word->second;
  }
  const ColumnCounts most = in_all_columns(side_, size_of(shape_.box_rows));
  const auto choose = [&](auto&& self, std::size_t c, ColumnCounts counts, const Columns& columns) -> void {
    if (c == words.size()) {
      found.push_back(columns);
      return;
    }
    for (const Choice& choice : *choices[c]) {
      const ColumnCounts more = counts + choice.counts;
      if (!fits(more, most)) continue;
      Columns next;
      for (std::size_t column = 0; column < columns.size(); ++column) {
        next[column] =
            static_cast<SymbolSet>(columns[column] | unsigned{choice.labels[column]} << labels_.cycles()[c].first);
      }
      self(self, c + 1, more, next);
    }
  };
  choose(choose, 0, 0, Columns{});
}

UInt128 FreeBands::fillings(std::span<const Word> words) {
  for (std::size_t i = 0; i < stacks_.size(); ++i) {
    find_fillings(stacks_[i], words, found_[i]);
    if (found_[i].empty()) return 0;
  }
  UInt128 total = 0;
  const auto join = [&](auto&& self, std::size_t i, const Columns& columns) -> void {
    if (i == stacks_.size()) {
      total += bands_.count(columns);
      return;
    }
    for (const Columns& more : found_[i]) {
      Columns next;
      for (std::size_t column = 0; column < next.size(); ++column) {
        next[column] = static_cast<SymbolSet>(columns[column] | more[column]);
      }
      self(self, i + 1, next);
    }
  };
  join(join, 0, Columns{});
  return total;
}

}  // namespace gridcensus::burnside_bfs
