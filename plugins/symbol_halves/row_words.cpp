#include "symbol_halves/row_words.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gridcensus::symbol_halves {

namespace {

/// The image of each word under a permutation of the boxes with exchanges of rows.
using WordMap = std::vector<Word>;

std::vector<WordMap> word_maps(int columns) {
  const Word words = Word{1} << columns;
  std::vector<int> order(static_cast<std::size_t>(columns));
  std::iota(order.begin(), order.end(), 0);
  std::vector<WordMap> maps;
  do {
    for (Word exchanged = 0; exchanged < words; ++exchanged) {
      WordMap map(words);
      for (Word word = 0; word < words; ++word) {
        for (std::size_t box = 0; box < order.size(); ++box) map[word] |= ((word ^ exchanged) >> box & 1) << order[box];
      }
      maps.push_back(std::move(map));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return maps;
}

/// Lists ascending words such that each bit is 1 in one half of them, and keeps the lists that are least in their
/// class.
class Search {
 public:
  Search(int columns, const Poll& poll)
      : columns_{columns}, poll_{poll}, maps_{word_maps(columns)}, ones_(static_cast<std::size_t>(columns)) {}

  std::vector<WordClass> run() {
    extend(0);
    return std::move(classes_);
  }

 private:
  std::size_t symbols() const { return 2 * static_cast<std::size_t>(columns_); }

  void extend(Word first) {
    if (words_.size() == symbols()) {
      poll_();
      if (const auto stabiliser = stabiliser_if_least()) classes_.push_back({words_, structures(*stabiliser)});
      return;
    }
    // An exchange of rows turns the first word into 0, which is the least.
    const Word end = words_.empty() ? 1 : Word{1} << columns_;
    for (Word word = first; word < end; ++word) {
      if (!may_follow(word)) continue;
      add(word, 1);
      words_.push_back(word);
      extend(word);
      words_.pop_back();
      add(word, -1);
    }
  }

  /// Returns true if each row of each box still has room for the symbol.
  bool may_follow(Word word) const {
    for (std::size_t box = 0; box < ones_.size(); ++box) {
      const int lower = ones_[box];
      const int upper = static_cast<int>(words_.size()) - lower;
      if (((word >> box & 1) == 1 ? lower : upper) == columns_) return false;
    }
    return true;
  }

  void add(Word word, int count) {
    for (std::size_t box = 0; box < ones_.size(); ++box) {
      if ((word >> box & 1) == 1) ones_[box] += count;
    }
  }

  /// Returns the number of maps that fix the list of words, or nullopt if one makes it smaller.
  std::optional<std::size_t> stabiliser_if_least() const {
    std::size_t stabiliser = 0;
    std::vector<Word> image(words_.size());
    for (const WordMap& map : maps_) {
      std::transform(words_.begin(), words_.end(), image.begin(), [&](Word word) { return map[word]; });
      std::sort(image.begin(), image.end());
      if (image < words_) return std::nullopt;
      if (image == words_) ++stabiliser;
    }
    return stabiliser;
  }

  /// Returns the size of the class: the lists of words, each with all ways to assign its words to the symbols.
  Integer structures(std::size_t stabiliser) const {
    Integer count = Integer{maps_.size() / stabiliser} * factorial(static_cast<int>(symbols()));
    for (auto run = words_.begin(); run != words_.end();) {
      const auto end = std::upper_bound(run, words_.end(), *run);
      count /= factorial(static_cast<int>(end - run));
      run = end;
    }
    return count;
  }

  int columns_;
  const Poll& poll_;
  std::vector<WordMap> maps_;
  std::vector<Word> words_;
  std::vector<int> ones_;  // by box: the number of words that have its bit
  std::vector<WordClass> classes_;
};

}  // namespace

std::vector<WordClass> word_classes(int columns, const Poll& poll) {
  std::vector<WordClass> classes = Search{columns, poll}.run();
  Integer structures = 0;
  for (const WordClass& each : classes) structures += each.structures;
  const Integer halves = factorial(2 * columns) / (factorial(columns) * factorial(columns));
  if (structures != power(halves, columns)) throw std::logic_error{"classes of row structures do not add up"};
  return classes;
}

}  // namespace gridcensus::symbol_halves
