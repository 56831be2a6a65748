#include "burnside_bfs/by_bands/key_joins.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <unordered_map>
#include <utility>

namespace gridcensus::burnside_bfs {

using mathematics::checked_add;
using mathematics::checked_multiply;

namespace {

/// Returns the quotient of a division that has no remainder if the theory holds.
UInt128 quotient(UInt128 number, std::uint64_t divisor) {
  if (number % divisor != 0)
    throw BrokenInvariant{"the number of fillings is not divisible by the number of maps or renamings"};
  return number / divisor;
}

}  // namespace

KeyJoins::KeyJoins(KeyForms forms, std::size_t side, const Poll& poll)
    : forms_{std::move(forms)}, side_{side}, ticks_{poll} {}

Key KeyJoins::complement(const Key& key) {
  Key rest{};
  const Word all = (Word{1} << side_) - 1;
  for (std::size_t c = 0; c < forms_.cycles(); ++c) {
    rest[c] = forms_.number(forms_.length(c), all & ~forms_.word(key[c]));
  }
  forms_.sort(rest);
  return rest;
}

ColumnCounts KeyJoins::counts(int length, Word word) const {
  ColumnCounts found = 0;
  for (int i = 0; i < length; ++i, word = forms_.next(word)) {
    for (Word rest = word; rest != 0; rest &= rest - 1) {
      found += one_in(static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
  return found;
}

/// Returns the number of labels in each column for the first key of a table, equal for all keys: the rows of the bands.
ColumnCounts KeyJoins::counts_of(const KeyTable& table) const {
  ColumnCounts found = 0;
  for (std::size_t c = 0; c < forms_.cycles(); ++c) {
    found += counts(forms_.length(c), forms_.word(table.key(0)[c]));
  }
  return found;
}

KeyJoins::Words KeyJoins::words_of(const KeyTable& table) const {
  Words found;
  std::set<WordNumber> seen;
  for (std::size_t place = 0; place < table.size(); ++place) {
    for (std::size_t c = 0; c < forms_.cycles(); ++c) {
      const WordNumber number = table.key(place)[c];
      if (!seen.insert(number).second) continue;
      Word word = forms_.word(number);
      for (int i = 0; i < forms_.length(c); ++i, word = forms_.next(word)) found[forms_.length(c)].insert(word);
    }
  }
  return found;
}

/// Adds to a table the fillings of a least key with the labels in exactly these columns.
void KeyJoins::add_labelled(const KeyTable& keys, std::size_t place, UInt128 labelled, KeyTable& table) const {
  if (labelled == 0) return;
  const Key& key = keys.key(place);
  const UInt128 all = checked_multiply(labelled, orbit_of(keys.fixed_by(place)));
  table.add(key, quotient(all, forms_.renamings(key)), keys.fixed_by(place));
}

/// Maps that commute with g preserve the number of equal words of a key and the maps between them, so a key and its
/// images have equally many renamings.
UInt128 KeyJoins::labelled(const KeyTable& table, std::size_t place) const {
  const UInt128 each = quotient(table.ways(place), orbit_of(table.fixed_by(place)));
  return checked_multiply(each, forms_.renamings(table.key(place)));
}

KeyTable KeyJoins::exact_table(const KeyTable& table) {
  KeyTable found;
  for (std::size_t entry = 0; entry < table.size(); ++entry) {
    ticks_.ask();
    const UInt128 each = labelled(table, entry);
    for (std::size_t map = 0; map < forms_.order(); ++map) {
      Key key{};
      for (std::size_t c = 0; c < forms_.cycles(); ++c) key[c] = forms_.image_number(table.key(entry)[c], map);
      forms_.sort(key);
      if (found.find(key) == KeyTable::none) found.add(key, each, 0);
    }
  }
  return found;
}

KeyJoins::Parts KeyJoins::parts_of(const KeyTable& first, const KeyTable& second) const {
  Parts parts;
  parts.first = &first;
  parts.second = &second;
  for (const auto& [length, words] : words_of(first)) parts.first_words[length].assign(words.begin(), words.end());
  for (const auto& [length, words] : words_of(second)) {
    parts.is_word_of_second[length].resize(std::size_t{1} << side_);
    for (const Word word : words) parts.is_word_of_second[length][word] = true;
  }
  parts.first_counts = counts_of(first);
  parts.both_counts = parts.first_counts + counts_of(second);
  return parts;
}

KeyTable KeyJoins::unions(const Parts& parts) {
  Words words;
  for (const auto& [length, firsts] : parts.first_words) {
    const auto& is_second = parts.is_word_of_second.at(length);
    for (const Word first : firsts) {
      for (Word second = 0; second < is_second.size(); ++second) {
        if (is_second[second] && (first & second) == 0) words[length].insert(first | second);
      }
    }
  }
  return least_keys(words, parts.both_counts);
}

/// Lists least keys. One word of a key is the first of its orbit, and those of the other cycles of its length are in no
/// earlier orbit.
KeyTable KeyJoins::least_keys(const Words& words, ColumnCounts all) {
  struct Choice {
    std::uint32_t orbit;
    WordNumber number;
    ColumnCounts counts;
  };
  std::map<int, std::vector<Choice>> choices;  // by length
  for (const auto& [length, of_length] : words) {
    std::set<WordNumber> seen;
    for (const Word word : of_length) {
      const WordNumber number = forms_.number(length, word);
      if (seen.insert(number).second) choices[length].push_back({forms_.orbit(number), number, counts(length, word)});
    }
    std::ranges::sort(choices[length], {}, [](const Choice& c) { return std::pair{c.orbit, c.number}; });
  }
  const std::size_t cycles = forms_.cycles();
  const auto choices_of = [&](std::size_t c) -> const std::vector<Choice>& { return choices[forms_.length(c)]; };
  std::unordered_map<ColumnCounts, std::vector<std::size_t>> last;  // the choices of the last cycle
  for (std::size_t i = 0; i < choices_of(cycles - 1).size(); ++i) {
    last[choices_of(cycles - 1)[i].counts].push_back(i);
  }
  KeyTable found;
  Key key{};
  const auto choose = [&](auto&& self, std::size_t c, std::size_t from, ColumnCounts labels) -> void {
    const std::vector<Choice>& of = choices_of(c);
    if (c > 0 && forms_.length(c) != forms_.length(c - 1)) from = 0;
    const auto is_allowed = [&](std::size_t i) {
      return i >= from && (c > 0 || forms_.is_first_of_orbit(of[i].number));
    };
    if (c + 1 == cycles) {
      const auto fitting = last.find(all - labels);
      if (fitting == last.end()) return;
      for (const std::size_t i : fitting->second) {
        if (!is_allowed(i)) continue;
        ticks_.tick();
        key[c] = of[i].number;
        Key least = key;
        forms_.sort(least);
        const std::uint32_t fixed_by = forms_.make_least(least);
        found.add(least, 0, fixed_by);
      }
      return;
    }
    for (std::size_t i = from; i < of.size(); ++i) {
      if (!is_allowed(i) || !fits(labels + of[i].counts, all)) continue;
      key[c] = of[i].number;
      std::size_t next = i;
      // The word that is first of its orbit need not have the smallest number.
      while (c == 0 && next > 0 && of[next - 1].orbit == of[i].orbit) --next;
      self(self, c + 1, next, labels + of[i].counts);
    }
  };
  choose(choose, 0, 0, 0);
  return found;
}

/// Splits of a key that wait until the keys of both parts are prefetched.
class KeyJoins::Waiting {
 public:
  explicit Waiting(const Parts& parts) : parts_{parts} {}

  void add(const Key& first, const Key& second) {
    Way& way = ways_[count_++];
    way = {first, second, KeyTable::hash_of(first), KeyTable::hash_of(second)};
    parts_.first->fetch_slot(way.first_hash);
    parts_.second->fetch_slot(way.second_hash);
    if (count_ == ways_.size()) look_up();
  }

  UInt128 total() {
    look_up();
    return total_;
  }

 private:
  struct Way {
    Key first;
    Key second;
    std::uint64_t first_hash;
    std::uint64_t second_hash;
  };

  void look_up() {
    const std::span ways{ways_.data(), count_};
    count_ = 0;
    for (const Way& way : ways) {
      parts_.first->fetch_entry(way.first_hash);
      parts_.second->fetch_entry(way.second_hash);
    }
    for (const Way& way : ways) {
      const std::size_t first = parts_.first->find(way.first, way.first_hash);
      if (first == KeyTable::none) continue;
      const std::size_t second = parts_.second->find(way.second, way.second_hash);
      if (second == KeyTable::none) continue;
      total_ = checked_add(total_, checked_multiply(parts_.first->ways(first), parts_.second->ways(second)));
    }
  }

  static constexpr std::size_t most = 32;

  const Parts& parts_;
  std::array<Way, most> ways_{};
  std::size_t count_ = 0;
  UInt128 total_ = 0;
};

UInt128 KeyJoins::labelled(const Key& key, const Parts& parts) {
  struct Choice {
    ColumnCounts counts;
    WordNumber first;
    WordNumber second;
  };
  const std::size_t cycles = forms_.cycles();
  const bool are_alike = parts.first == parts.second;
  std::array<std::vector<Choice>, max_band_side> choices;
  for (std::size_t c = 0; c < cycles; ++c) {
    const int length = forms_.length(c);
    const Word word = forms_.word(key[c]);
    const std::vector<bool>& is_second = parts.is_word_of_second.at(length);
    for (const Word first : parts.first_words.at(length)) {
      const Word second = word & ~first;
      if ((first & ~word) != 0 || !is_second[second]) continue;
      // If both parts are alike, every way has a counterpart with the words exchanged.
      if (are_alike && c == 0 && cycles > 1 && first > second) continue;
      choices[c].push_back({counts(length, first), forms_.number(length, first), forms_.number(length, second)});
    }
    if (choices[c].empty()) return 0;
  }
  std::vector<Choice>& last = choices[cycles - 1];
  std::ranges::stable_sort(last, {}, &Choice::counts);
  Key firsts{};
  Key seconds{};
  Waiting waiting{parts};
  const auto choose = [&](auto&& self, std::size_t c, ColumnCounts labels) -> void {
    if (c + 1 == cycles) {
      // Not equal_range, which clang 14 rejects.
      const ColumnCounts needed = parts.first_counts - labels;
      for (auto choice = std::ranges::lower_bound(last, needed, {}, &Choice::counts);
           choice != last.end() && choice->counts == needed; ++choice) {
        ticks_.tick();
        firsts[c] = choice->first;
        seconds[c] = choice->second;
        Key first = firsts;
        Key second = seconds;
        forms_.sort(first);
        forms_.sort(second);
        waiting.add(first, second);
      }
      return;
    }
    for (const Choice& choice : choices[c]) {
      if (!fits(labels + choice.counts, parts.first_counts)) continue;
      firsts[c] = choice.first;
      seconds[c] = choice.second;
      self(self, c + 1, labels + choice.counts);
    }
  };
  choose(choose, 0, 0);
  const UInt128 total = waiting.total();
  return are_alike && cycles > 1 ? checked_multiply(total, 2) : total;
}

}  // namespace gridcensus::burnside_bfs
