#include "burnside_bfs/by_bands/keys.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace gridcensus::burnside_bfs {

Word image(const WordMap& map, Word word) {
  Word images = 0;
  for (; word != 0; word &= word - 1) images |= Word{1} << map[static_cast<std::size_t>(std::countr_zero(word))];
  return images;
}

KeyForms::KeyForms(std::vector<WordMap> group, const WordMap& turned, std::vector<int> lengths)
    : group_{std::move(group)}, turned_{turned}, lengths_{std::move(lengths)} {
  if (group_.size() > std::size_t{std::numeric_limits<MapNumber>::max()} + 1) {
    throw std::length_error{"more maps than 16 bits can tell apart"};
  }
  for (std::size_t cycle = 1; cycle <= lengths_.size(); ++cycle) {
    if (cycle == lengths_.size() || lengths_[cycle] != lengths_[cycle - 1]) ends_.push_back(cycle);
  }
}

Word KeyForms::least_turned(int length, Word word) const {
  Word least = word;
  for (int i = 1; i < length; ++i) {
    word = next(word);
    least = std::min(least, word);
  }
  return least;
}

WordNumber KeyForms::number(int length, Word word) {
  const auto& numbers = numbers_[length];
  const auto place = numbers.find(word);
  return place != numbers.end() ? place->second : numbered(length, word);
}

/// Numbers a word and its orbit under the group.
WordNumber KeyForms::numbered(int length, Word word) {
  auto& numbers = numbers_[length];
  const Word least = least_turned(length, word);
  std::vector<Word> members;
  members.reserve(order());
  for (const WordMap& map : group_) members.push_back(least_turned(length, image(map, least)));
  std::ranges::sort(members);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  const std::size_t first = words_.size();
  if (first + members.size() > std::numeric_limits<WordNumber>::max()) {
    throw std::length_error{"more words than 16 bits can tell apart"};
  }
  const auto orbit = static_cast<std::uint32_t>(orbits_.size());
  for (const Word member : members) {
    NumberedWord numbered{.word = member, .orbit = orbit};
    Word turned = member;
    for (int i = 0; i < length; ++i, turned = next(turned)) {
      numbers[turned] = static_cast<WordNumber>(words_.size());
      if (turned == member) ++numbered.fixed_by;
    }
    words_.push_back(numbered);
  }
  images_.reserve(words_.size() * order());
  Orbit& made = orbits_.emplace_back();
  made.first = static_cast<WordNumber>(first);
  for (std::size_t member = first; member < words_.size(); ++member) {
    bool is_first_seen = false;
    for (std::size_t map = 0; map < order(); ++map) {
      const WordNumber number = numbers.at(least_turned(length, image(group_[map], words_[member].word)));
      images_.push_back(number);
      if (number != first) continue;
      if (!is_first_seen) words_[member].to_first = static_cast<MapNumber>(map);
      is_first_seen = true;
      if (member == first) made.keepers.push_back(static_cast<MapNumber>(map));
    }
  }
  return numbers.at(word);
}

KeyForms::InPairOrbit KeyForms::pair_orbit(Orbit& orbit, WordNumber second) const {
  if (orbit.of_word.size() < words_.size()) orbit.of_word.resize(words_.size());
  if (orbit.of_word[second].orbit != unknown) return orbit.of_word[second];
  const auto number = static_cast<std::uint32_t>(orbit.pairs.size());
  PairOrbit& made = orbit.pairs.emplace_back();
  made.second = second;
  std::vector<WordNumber> members;
  for (const MapNumber map : orbit.keepers) {
    members.push_back(image_number(second, map));
    if (members.back() == second) made.keepers.push_back(map);
  }
  std::ranges::sort(members);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  for (const WordNumber member : members) {
    const auto back =
        std::ranges::find_if(orbit.keepers, [&](const MapNumber map) { return image_number(member, map) == second; });
    orbit.of_word[member] = {number, *back};
  }
  return orbit.of_word[second];
}

void KeyForms::sort(Key& key) const {
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    for (std::size_t i = begin + 1; i < end; ++i) {
      const WordNumber number = key[i];
      std::size_t place = i;
      for (; place > begin && key[place - 1] > number; --place) key[place] = key[place - 1];
      key[place] = number;
    }
    begin = end;
  }
}

std::uint32_t KeyForms::make_least(Key& key) {
  const std::size_t words = cycles();
  // The orbit of words, and then the pair orbit, for which the fewest maps must be tried.
  const auto rarest = [](const auto& of, std::size_t count, const auto& tries) {
    std::uint32_t best = unknown;
    std::uint64_t fewest = ~std::uint64_t{0};
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t alike = 0;
      for (std::size_t j = 0; j < count; ++j) alike += of(j) == of(i) ? 1U : 0U;
      const std::uint64_t found = tries(of(i), alike);
      if (found > fewest || (found == fewest && of(i) >= best)) continue;
      fewest = found;
      best = of(i);
    }
    return best;
  };
  const std::uint32_t orbit_number =
      rarest([&](std::size_t i) { return words_[key[i]].orbit; }, words,
             [&](std::uint32_t orbit, std::uint64_t alike) { return alike * alike * orbits_[orbit].keepers.size(); });
  Orbit& orbit = orbits_[orbit_number];

  struct Pair {
    std::uint32_t orbit;
    std::uint8_t first;
    MapNumber to_second;
  };
  std::array<Pair, max_band_side * max_band_side> pairs;  // NOLINT(*-member-init): filled as far as it is read
  std::size_t number_of_pairs = 0;
  std::array<Key, max_band_side> moved;  // NOLINT(*-member-init): the same
  for (std::size_t i = 0; i < words; ++i) {
    if (words_[key[i]].orbit != orbit_number) continue;
    moved[i] = {};
    for (std::size_t j = 0; j < words; ++j) moved[i][j] = image_number(key[j], words_[key[i]].to_first);
    for (std::size_t j = 0; j < words; ++j) {
      if (j == i && words > 1) continue;
      const InPairOrbit in = pair_orbit(orbit, moved[i][j]);
      pairs[number_of_pairs++] = {in.orbit, static_cast<std::uint8_t>(i), in.to_second};
    }
  }
  const std::uint32_t pair_number =
      rarest([&](std::size_t i) { return pairs[i].orbit; }, number_of_pairs,
             [&](std::uint32_t pair, std::uint64_t alike) { return alike * orbit.pairs[pair].keepers.size(); });
  const PairOrbit& chosen = orbit.pairs[pair_number];

  Key least{};
  std::uint32_t ties = 0;
  for (std::size_t pair = 0; pair < number_of_pairs; ++pair) {
    if (pairs[pair].orbit != pair_number) continue;
    Key base{};
    for (std::size_t i = 0; i < words; ++i) base[i] = image_number(moved[pairs[pair].first][i], pairs[pair].to_second);
    for (const MapNumber map : chosen.keepers) {
      Key tried{};
      for (std::size_t i = 0; i < words; ++i) tried[i] = image_number(base[i], map);
      sort(tried);
      if (ties == 0 || tried < least) {
        least = tried;
        ties = 1;
      } else if (tried == least) {
        ++ties;
      }
    }
  }
  key = least;
  if (words == 1) return ties;
  // A map was tried once for each pair of words that it takes to the chosen one: equal words give more such pairs.
  const auto firsts = static_cast<std::uint32_t>(std::count(least.begin(), least.begin() + words, orbit.first));
  const auto seconds = static_cast<std::uint32_t>(std::count(least.begin(), least.begin() + words, chosen.second));
  const std::uint32_t alike = orbit.first == chosen.second ? firsts * (firsts - 1) : firsts * seconds;
  return ties / std::max(alike, 1U);  // the pair is in the key
}

std::uint64_t KeyForms::renamings(const Key& key) const {
  std::uint64_t found = 1;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    std::uint64_t alike = 0;
    for (std::size_t i = begin; i < end; ++i) {
      alike = i > begin && key[i] == key[i - 1] ? alike + 1 : 1;
      found *= alike * words_[key[i]].fixed_by;
    }
    begin = end;
  }
  return found;
}

namespace {

constexpr unsigned place_bits = 32;
constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;

}  // namespace

std::uint64_t KeyTable::hash_of(const Key& key) {
  std::array<std::uint64_t, sizeof(Key) / sizeof(std::uint64_t)> parts{};
  std::memcpy(parts.data(), key.data(), sizeof(Key));
  std::uint64_t hash = 0;
  for (const std::uint64_t part : parts) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
    hash ^= hash >> 30U;
  }
  return hash;
}

/// Returns the slot of the key, or the empty one where it belongs.
std::size_t KeyTable::slot_of(const Key& key, std::uint64_t hash) const {
  const std::size_t last = slots_.size() - 1;
  for (std::size_t slot = hash & last;; slot = (slot + 1) & last) {
    const std::uint64_t there = slots_[slot];
    if (there == 0) return slot;
    if (there >> place_bits == hash >> place_bits && entries_[(there & place_mask) - 1].key == key) return slot;
  }
}

void KeyTable::grow() {
  constexpr std::size_t min_slots = 64;
  slots_.assign(std::max(min_slots, 2 * slots_.size()), 0);
  for (std::size_t place = 0; place < size(); ++place) {
    const std::uint64_t hash = hash_of(entries_[place].key);
    slots_[slot_of(entries_[place].key, hash)] = hash >> place_bits << place_bits | (place + 1);
  }
}

void KeyTable::fetch_entry(std::uint64_t hash) const {
  if (slots_.empty()) return;
  const std::uint64_t there = slots_[hash & (slots_.size() - 1)];
  if (there == 0 || there >> place_bits != hash >> place_bits) return;
  const Entry& entry = entries_[(there & place_mask) - 1];
  __builtin_prefetch(&entry);
  __builtin_prefetch(&entry.fixed_by);  // the entry may span two cache lines
}

std::size_t KeyTable::find(const Key& key, std::uint64_t hash) const {
  if (slots_.empty()) return none;
  const std::uint64_t there = slots_[slot_of(key, hash)];
  return there == 0 ? none : (there & place_mask) - 1;
}

void KeyTable::add(const Key& key, UInt128 ways, std::uint32_t fixed_by) {
  if (2 * size() >= slots_.size()) grow();
  const std::uint64_t hash = hash_of(key);
  std::uint64_t& slot = slots_[slot_of(key, hash)];
  if (slot == 0) {
    entries_.push_back({.ways = 0, .key = key, .fixed_by = fixed_by});
    slot = hash >> place_bits << place_bits | size();
  }
  Entry& entry = entries_[(slot & place_mask) - 1];
  entry.ways = mathematics::checked_add(entry.ways, ways);
}

}  // namespace gridcensus::burnside_bfs
