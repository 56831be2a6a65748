// The sweeps of third_method.py, which is to be read first, for classes with too many states for Python. One file,
// standard library only:
//
//     g++ -O2 -std=c++20 tests/evidence/third_method_sweep.cpp -o third_method_sweep
//     tests/evidence/third_method.py 2x5 --check docs/data/essentially_different_2x5.csv.gz --sweep
//     ./third_method_sweep
//
// Reads one sweep, as numbers, from stdin: N; the map g of the N^2 + 3N points; the number of cycles of p, and their
// lengths; the number of orbits of cells, and each with its length and cells; the number of commuting maps, and each;
// the rows of a box; the maximum number of states; the number of parts of the orbits, and the number of orbits of each
// part. Writes the number of grids, or "many".
//
// One part is all orbits: one sweep. Of two parts, the first is a stack that g maps to itself and the second all
// others. Otherwise each part is such a stack. Then stacks have only rows in common. The *word* of a followed symbol in
// a stack is the set of its rows there, one of each band. A sweep over one stack alone counts its fillings for the
// words of all followed symbols. The number of grids is a sum of products over the words of the first stack, one of
// each class under maps of rows that commute with g, and over all ways to distribute the remaining rows to the other
// stacks.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t max_cycles = 12;
using Count = unsigned __int128;
using Map = std::vector<std::size_t>;
using State = std::array<std::uint16_t, max_cycles>;  // numbers of sets, ascending; `none` after the last
constexpr std::uint16_t none = 0xffff;

/// A set of up to 192 points: cells, followed by rows, columns and boxes.
struct Points {
  std::array<std::uint64_t, 3> words{};

  bool has(std::size_t point) const { return (words[point / 64] >> (point % 64) & 1) != 0; }
  void add(std::size_t point) { words[point / 64] |= std::uint64_t{1} << (point % 64); }
  bool meets(const Points& other) const {
    return ((words[0] & other.words[0]) | (words[1] & other.words[1]) | (words[2] & other.words[2])) != 0;
  }
  void add_all(const Points& other) {
    for (std::size_t i = 0; i < 3; ++i) words[i] |= other.words[i];
  }
  Points without(const Points& other) const {
    return {{words[0] & ~other.words[0], words[1] & ~other.words[1], words[2] & ~other.words[2]}};
  }
  auto operator<=>(const Points&) const = default;
};

Points image(const Map& map, const Points& points) {
  Points result;
  for (std::size_t point = 0; point < map.size(); ++point) {
    if (points.has(point)) result.add(map[point]);
  }
  return result;
}

/// State -> ways, by open addressing; a free place has no ways.
class States {
 public:
  std::size_t size() const { return size_; }
  std::size_t places() const { return ways_.size(); }
  const State& state(std::size_t place) const { return states_[place]; }
  Count& ways(std::size_t place) { return ways_[place]; }
  Count ways(std::size_t place) const { return ways_[place]; }
  Count ways_of(const State& state) const { return size_ == 0 ? 0 : ways_[place_of(state)]; }

  void add(const State& state, Count ways) {
    if (2 * (size_ + 1) > places()) grow();
    const std::size_t place = place_of(state);
    if (ways_[place] == 0) {
      states_[place] = state;
      ++size_;
    }
    ways_[place] += ways;
  }

  /// Returns the place of the state, or a free place.
  std::size_t place_of(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::uint16_t number : state) hash = (hash ^ number) * 0x9e3779b97f4a7c15U, hash ^= hash >> 29;
    std::size_t place = hash & (places() - 1);
    while (ways_[place] != 0 && states_[place] != state) place = (place + 1) & (places() - 1);
    return place;
  }

 private:
  void grow() {
    States larger;
    larger.states_.resize(std::max<std::size_t>(1024, 2 * places()));
    larger.ways_.resize(larger.states_.size());
    for (std::size_t place = 0; place < places(); ++place) {
      if (ways_[place] == 0) continue;
      const std::size_t to = larger.place_of(states_[place]);
      larger.states_[to] = states_[place];
      larger.ways_[to] = ways_[place];
    }
    larger.size_ = size_;
    *this = std::move(larger);
  }

  std::vector<State> states_;
  std::vector<Count> ways_;
  std::size_t size_ = 0;
};

struct FollowedSet {
  std::size_t length = 0;  // of the cycle of p
  Points points;           // cells where the symbol may still go, lines that lack it
  auto operator<=>(const FollowedSet&) const = default;
};

std::size_t read() {
  std::size_t number = 0;
  if (!(std::cin >> number)) throw std::string{"too few numbers"};
  return number;
}

std::vector<std::size_t> read(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  for (auto& number : numbers) number = read();
  return numbers;
}

struct Sweep {
  Sweep() {
    side = read();
    cells = side * side;
    points = cells + 3 * side;
    g = read(points);
    lengths = read(read());
    orbits.resize(read());
    for (auto& orbit : orbits) orbit = read(read());
    commuting.resize(read());
    for (auto& map : commuting) map = read(points);
    box_rows = read();
    max_states = read();
    parts = read(read());
    if (points > 192 || lengths.size() > max_cycles) throw std::string{"too large a grid"};
    const std::size_t box_cols = side / box_rows;
    lines.resize(points);
    shut.resize(cells);
    const auto lines_of = [&](std::size_t cell) {
      const std::size_t row = cell / side;
      const std::size_t column = cell % side;
      return std::array{cells + row, cells + side + column,
                        cells + 2 * side + row / box_rows * box_rows + column / box_cols};
    };
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (const std::size_t line : lines_of(cell)) lines[line].add(cell);
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (const std::size_t line : lines_of(cell)) {
        shut[cell].add(line);
        shut[cell].add_all(lines[line]);
      }
    }
    if (parts.size() > 1) known = words_by_length();
  }

  FollowedSet least(std::size_t length, Points set) const {
    Points best = set;
    for (std::size_t turn = 1; turn < length; ++turn) {
      set = image(g, set);
      best = std::min(best, set);
    }
    return {length, best};
  }

  bool is_alive(const Points& set) const {
    for (std::size_t line = cells; line < points; ++line) {
      if (set.has(line) && !set.meets(lines[line])) return false;
    }
    return true;
  }

  States joined(States states, const std::map<FollowedSet, std::uint16_t>& numbers, const Points& done) const {
    std::vector<std::vector<std::uint16_t>> tables;
    for (const Map& map : commuting) {
      if (image(map, done) != done) continue;
      tables.emplace_back(numbers.size(), none);
      for (const auto& [set, number] : numbers) {
        const auto found = numbers.find(least(set.length, image(map, set.points)));
        if (found != numbers.end()) tables.back()[number] = found->second;
      }
    }
    if (tables.empty()) return states;
    States result;
    std::vector<bool> is_seen(states.places());
    std::vector<State> members;
    for (std::size_t first = 0; first < states.places(); ++first) {
      if (states.ways(first) == 0 || is_seen[first]) continue;
      is_seen[first] = true;
      Count ways = states.ways(first);
      members.assign(1, states.state(first));
      for (std::size_t next = 0; next < members.size(); ++next) {
        for (const auto& table : tables) {
          State other = members[next];
          for (std::size_t i = 0; i < lengths.size(); ++i) other[i] = table[other[i]];
          std::sort(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(lengths.size()));
          const std::size_t place = states.place_of(other);
          if (states.ways(place) == 0 || is_seen[place]) continue;
          is_seen[place] = true;
          ways += states.ways(place);
          members.push_back(other);
        }
      }
      result.add(members.front(), ways);
    }
    return result;
  }

  /// Returns the states after the orbits from `first` to before `last`, if `states` are before them; nullopt if too
  /// many.
  std::optional<States> sweep(std::size_t first, std::size_t last, std::map<FollowedSet, std::uint16_t>& numbers,
                              States states) const {
    const auto number_of = [](std::map<FollowedSet, std::uint16_t>& into, const FollowedSet& set) {
      const auto number = into.try_emplace(set, static_cast<std::uint16_t>(into.size())).first->second;
      if (into.size() >= none) throw std::string{"too many sets"};
      return number;
    };
    Points done;
    for (std::size_t step = 0; step < first; ++step) {
      for (const std::size_t cell : orbits[step]) done.add(cell);
    }
    for (std::size_t step = first; step < last; ++step) {
      const auto& orbit = orbits[step];
      Points filled;
      for (const std::size_t cell : orbit) filled.add(cell);
      done.add_all(filled);
      std::map<FollowedSet, std::uint16_t> next_numbers;
      std::vector<std::optional<std::uint16_t>> stays(numbers.size());
      std::vector<std::vector<std::uint16_t>> goes(numbers.size());
      for (const auto& [set, number] : numbers) {
        const Points apart = set.points.without(filled);
        if (is_alive(apart)) stays[number] = number_of(next_numbers, least(set.length, apart));
        if (orbit.size() % set.length != 0) continue;
        for (std::size_t start = 0; start < set.length; ++start) {
          Points closed;
          bool is_possible = set.points.has(orbit[start]);
          for (std::size_t i = start; i < orbit.size(); i += set.length) {
            if (closed.has(orbit[i])) is_possible = false;
            closed.add_all(shut[orbit[i]]);
          }
          const Points left = apart.without(closed);
          if (is_possible && is_alive(left)) goes[number].push_back(number_of(next_numbers, least(set.length, left)));
        }
      }
      States next;
      for (std::size_t from = 0; from < states.places(); ++from) {
        const Count ways = states.ways(from);
        if (ways == 0) continue;
        const State& state = states.state(from);
        for (std::size_t chosen = 0; chosen < lengths.size(); ++chosen) {
          State others = state;
          bool is_possible = !goes[state[chosen]].empty();
          for (std::size_t i = 0; i < lengths.size() && is_possible; ++i) {
            if (i == chosen) continue;
            is_possible = stays[state[i]].has_value();
            if (is_possible) others[i] = *stays[state[i]];
          }
          if (!is_possible) continue;
          for (const std::uint16_t one : goes[state[chosen]]) {
            State to = others;
            to[chosen] = one;
            std::sort(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(lengths.size()));
            next.add(to, ways);
          }
        }
        if (next.size() > max_states) return std::nullopt;
      }
      if (next.size() == 0) return next;
      numbers = std::move(next_numbers);
      states = joined(std::move(next), numbers, done);
    }
    return states;
  }

  std::optional<Count> count() const {
    if (parts.size() == box_rows) return count_by_stacks();
    if (parts.size() == 1) return count_from({{unfilled(), 1}}, 0);
    const auto begun = fillings(0, parts.front());
    if (!begun) return std::nullopt;
    std::vector<std::pair<State, Count>> classes;
    for (const auto& [words, members] : begun->classes)
      classes.emplace_back(words, members * ways_to_name(words) * begun->of_words.ways_of(words));
    return count_from(classes, parts.front());
  }

  /// Returns the number of grids whose words in the full stacks, those of the first `filled` orbits, are these, each
  /// with its multiplicity. Too many states are split between two sweeps, as long as there are two to begin with.
  std::optional<Count> count_from(const std::vector<std::pair<State, Count>>& of_words, std::size_t filled) const {
    std::map<FollowedSet, std::uint16_t> numbers;
    if (const auto states = sweep(filled, orbits.size(), numbers, numbered(numbers, of_words, filled))) {
      Count total = 0;
      for (std::size_t place = 0; place < states->places(); ++place) total += states->ways(place);
      return total;
    }
    if (of_words.size() == 1) return std::nullopt;
    const auto middle = of_words.begin() + static_cast<std::ptrdiff_t>(of_words.size() / 2);
    const auto one = count_from({of_words.begin(), middle}, filled);
    if (!one) return std::nullopt;
    const auto other = count_from({middle, of_words.end()}, filled);
    return other ? std::optional{*one + *other} : std::nullopt;
  }

  // ------------------------------------------------------------------------------------------------ stack by stack

  static constexpr std::size_t word_bits = 12;  // for each row of a grid of 12 rows; the length of the cycle is above
  static constexpr std::uint16_t all_words = (1U << word_bits) - 1;

  std::uint16_t image_of_word(const Map& map, std::uint16_t word) const {
    unsigned result = 0;
    for (std::size_t row = 0; row < side; ++row) result |= (word >> row & 1U) << (map[cells + row] - cells);
    return static_cast<std::uint16_t>(result);
  }

  /// Returns the state of words before anything is filled.
  State unfilled() const {
    State words;
    words.fill(none);
    for (std::size_t i = 0; i < lengths.size(); ++i) words[i] = static_cast<std::uint16_t>(lengths[i] << word_bits);
    return words;
  }

  /// Returns these states of words as states of sets; whole stacks are full, those of the first `filled` orbits.
  States numbered(std::map<FollowedSet, std::uint16_t>& numbers, const std::vector<std::pair<State, Count>>& of_words,
                  std::size_t filled) const {
    Points free;
    for (std::size_t point = 0; point < points; ++point) free.add(point);
    for (std::size_t step = 0; step < filled; ++step) {
      for (const std::size_t cell : orbits[step]) {
        Points full;
        full.add(cell);
        for (std::size_t line = cells + side; line < points; ++line) {
          if (lines[line].has(cell)) full.add(line);
        }
        free = free.without(full);
      }
    }
    States states;
    for (const auto& [words, ways] : of_words) {
      State state;
      state.fill(none);
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        Points used;
        for (std::size_t row = 0; row < side; ++row) {
          if ((words[i] >> row & 1U) == 0) continue;
          used.add(cells + row);
          used.add_all(lines[cells + row]);
        }
        const FollowedSet set = least(words[i] >> word_bits, free.without(used));
        state[i] = numbers.try_emplace(set, static_cast<std::uint16_t>(numbers.size())).first->second;
      }
      std::sort(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(lengths.size()));
      states.add(state, ways);
    }
    return states;
  }

  /// Returns the words of the followed symbols of one cycle of p.
  std::vector<std::uint16_t> turns(std::uint16_t length, std::uint16_t word) const {
    std::vector<std::uint16_t> found{word};
    for (unsigned turn = 1; turn < length; ++turn) {
      word = image_of_word(g, word);
      if (word == found.front()) break;
      found.push_back(word);
    }
    return found;
  }

  /// The data of a word of a followed symbol.
  struct Word {
    std::uint16_t least = 0;  // with the length of the cycle
    std::uint64_t used = 0;   // four bits a row: the number of symbols of the cycle in it
    bool may_be_chosen = false;
  };

  std::vector<std::vector<Word>> words_by_length() const {
    std::vector<std::vector<Word>> found(max_cycles + 1);
    for (const std::size_t length : lengths) {
      if (!found[length].empty()) continue;
      found[length].resize(std::size_t{1} << side);
      for (unsigned word = 0; word < found[length].size(); ++word) {
        Word& one = found[length][word];
        const auto all = turns(static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(word));
        one.least = static_cast<std::uint16_t>(length << word_bits | *std::min_element(all.begin(), all.end()));
        one.may_be_chosen = length % all.size() == 0 && image_of_word(g, all.back()) == word;
        for (std::size_t band = 0; band < side; band += box_rows) {
          if (std::popcount(word >> band & ((1U << box_rows) - 1)) != 1) one.may_be_chosen = false;
        }
        for (std::size_t row = 0; row < side; ++row) {
          std::size_t symbols = 0;
          for (const unsigned turned : all) symbols += (turned >> row & 1U) * (length / all.size());
          if (symbols > side / box_rows) one.may_be_chosen = false;
          one.used |= std::uint64_t{symbols & 15U} << (4 * row);
        }
      }
    }
    return found;
  }

  /// Normalises a state of words, each with the length of its cycle: the choice of the followed symbol and the names
  /// are free.
  State tidy(State words) const {
    for (std::size_t i = 0; i < lengths.size(); ++i)
      words[i] = known[words[i] >> word_bits][words[i] & all_words].least;
    std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(lengths.size()));
    return words;
  }

  /// Returns the number of ways to assign these words to the followed symbols.
  Count ways_to_name(const State& words) const {
    Count ways = 1;
    for (std::size_t i = 0, same = 0, of_length = 0; i < lengths.size(); ++i) {
      const auto length = static_cast<std::uint16_t>(words[i] >> word_bits);
      of_length = i > 0 && words[i - 1] >> word_bits == length ? of_length + 1 : 1;
      same = i > 0 && words[i - 1] == words[i] ? same + 1 : 1;
      ways = ways * of_length / same * turns(length, words[i] & all_words).size();
    }
    return ways;
  }

  struct Fillings {
    States of_words;                                     // with the names given
    std::vector<std::pair<State, std::size_t>> classes;  // under maps of rows: one member, and the number of members
  };

  std::optional<Fillings> fillings(std::size_t first, std::size_t last) const {
    std::map<FollowedSet, std::uint16_t> numbers;
    auto states = sweep(first, last, numbers, numbered(numbers, {{unfilled(), 1}}, 0));
    if (!states) return std::nullopt;
    std::vector<std::uint16_t> word_of(numbers.size());
    for (const auto& [set, number] : numbers) {
      unsigned word = 0;
      for (std::size_t row = 0; row < side; ++row) word |= (set.points.has(cells + row) ? 0U : 1U) << row;
      word_of[number] = static_cast<std::uint16_t>(set.length << word_bits | word);
    }
    States found;
    for (std::size_t place = 0; place < states->places(); ++place) {
      if (states->ways(place) == 0) continue;
      State words = states->state(place);
      for (std::size_t i = 0; i < lengths.size(); ++i) words[i] = word_of[words[i]];
      found.add(tidy(words), states->ways(place));
    }
    // The sweep has merged states. Their ways belong to all members of their class equally.
    Fillings result;
    for (std::size_t place = 0; place < found.places(); ++place) {
      if (found.ways(place) == 0 || result.of_words.ways_of(found.state(place)) != 0) continue;
      std::vector<State> members{found.state(place)};
      States seen;
      seen.add(members.front(), 1);
      Count ways = 0;
      for (std::size_t next = 0; next < members.size(); ++next) {
        ways += found.ways_of(members[next]);
        for (const Map& map : commuting) {
          State other = members[next];
          for (std::size_t i = 0; i < lengths.size(); ++i) {
            other[i] = static_cast<std::uint16_t>((other[i] & ~all_words) | image_of_word(map, other[i] & all_words));
          }
          other = tidy(other);
          if (seen.ways_of(other) != 0) continue;
          seen.add(other, 1);
          members.push_back(other);
        }
      }
      const Count named = members.size() * ways_to_name(members.front());
      if (ways % named != 0) throw std::string{"a class of words has no whole number of fillings"};
      for (const State& member : members) result.of_words.add(member, ways / named);
      result.classes.emplace_back(members.front(), members.size());
    }
    return result;
  }

  std::optional<Count> count_by_stacks() const {
    std::vector<Fillings> stacks;
    for (std::size_t part = 0, first = 0; part < parts.size(); first += parts[part++]) {
      auto found = fillings(first, first + parts[part]);
      if (!found) return std::nullopt;
      stacks.push_back(std::move(*found));
    }
    Count total = 0;
    for (const auto& [words, members] : stacks[0].classes) {
      State rest = words;
      for (std::size_t i = 0; i < lengths.size(); ++i)
        rest[i] = static_cast<std::uint16_t>(rest[i] ^ ((1U << side) - 1));
      total += members * ways_to_name(words) * stacks[0].of_words.ways_of(words) * ways_from(stacks, 1, rest);
    }
    return total;
  }

  /// Returns the fillings of this stack and of those after it, if they have the rows `rest` of the followed symbols.
  Count ways_from(const std::vector<Fillings>& stacks, std::size_t stack, const State& rest) const {
    if (stack + 1 == stacks.size()) return stacks[stack].of_words.ways_of(tidy(rest));
    std::uint64_t used = 0;  // four bits a row; the highest is set when the row has too many symbols
    for (std::size_t row = 0; row < side; ++row) used |= std::uint64_t{7 - side / box_rows} << (4 * row);
    State chosen = rest;
    return ways_to_choose(stacks, stack, rest, 0, chosen, used);
  }

  Count ways_to_choose(const std::vector<Fillings>& stacks, std::size_t stack, const State& rest, std::size_t cycle,
                       State& chosen, std::uint64_t used) const {
    if (cycle == lengths.size()) {
      const Count ways = stacks[stack].of_words.ways_of(tidy(chosen));
      if (ways == 0) return 0;
      State left = rest;
      for (std::size_t i = 0; i < lengths.size(); ++i)
        left[i] = static_cast<std::uint16_t>(left[i] ^ (chosen[i] & all_words));
      return ways * ways_from(stacks, stack + 1, left);
    }
    const unsigned length = rest[cycle] >> word_bits;
    const unsigned free = rest[cycle] & all_words;
    Count total = 0;
    for (unsigned word = free; word != 0; word = (word - 1) & free) {
      const Word& one = known[length][word];
      if (!one.may_be_chosen || ((used + one.used) & 0x888888888888U) != 0) continue;
      chosen[cycle] = static_cast<std::uint16_t>(length << word_bits | word);
      total += ways_to_choose(stacks, stack, rest, cycle + 1, chosen, used + one.used);
    }
    return total;
  }

  std::size_t side = 0, cells = 0, points = 0, box_rows = 0, max_states = 0;
  Map g;
  std::vector<std::size_t> lengths;
  std::vector<std::vector<std::size_t>> orbits;
  std::vector<std::size_t> parts;  // the number of orbits of each
  std::vector<Map> commuting;
  std::vector<std::vector<Word>> known;  // by length and word
  std::vector<Points> lines;             // by line: its cells
  std::vector<Points> shut;              // by cell: the points that are shut for a symbol in it
};

}  // namespace

int main() {
  try {
    const auto total = Sweep{}.count();
    std::string digits;
    for (Count rest = total.value_or(0); rest != 0; rest /= 10)
      digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    if (digits.empty()) digits = "0";
    std::reverse(digits.begin(), digits.end());
    std::cout << (total ? digits : "many") << '\n';
    return 0;
  } catch (const std::string& error) {
    std::cerr << "error: " << error << '\n';
    return 1;
  }
}
