#include "band_monte_carlo/structures.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace gridcensus::band_monte_carlo {

/// Explores the states from the empty one, each once.
class Structures::Builder {
 public:
  Builder(Structures& made, int lines, int copies, const Poll& poll, std::size_t max_states)
      : made_{made}, lines_{lines}, copies_{copies}, poll_{poll}, max_states_{max_states} {
    for (int symbol = 0; symbol <= lines * copies; ++symbol) known_.emplace_back();
  }

  void build() {
    Room room(static_cast<std::size_t>(lines_ * lines_), static_cast<char>(copies_));
    explore(0, room);
  }

 private:
  /// The remaining room of each line of each layer: room[layer * lines + line]. A string, because it is hashable.
  using Room = std::string;

  /// @return  the number of the state's node
  std::uint32_t explore(int symbol, Room& room) {
    auto& known = known_[static_cast<std::size_t>(symbol)];
    if (const auto found = known.find(room); found != known.end()) return found->second;
    if (made_.nodes_.size() >= max_states_) throw TooManyStructures{"more states than the tables hold"};
    if (made_.nodes_.size() % 1024 == 0) poll_();
    const auto number = static_cast<std::uint32_t>(made_.nodes_.size());
    known.emplace(room, number);
    made_.nodes_.emplace_back();
    if (symbol == lines_ * copies_) {
      made_.nodes_[number].count = 1;
      return number;
    }
    std::vector<Edge> edges;
    std::uint64_t count = 0;
    for (std::uint32_t p = 0; p < made_.permutations_.size(); ++p) {
      if (!take(symbol, made_.permutations_[p], room)) continue;
      const std::uint32_t child = explore(symbol + 1, room);
      give_back(made_.permutations_[p], room);
      const std::uint64_t through = made_.nodes_[child].count;
      if (through == 0) continue;
      if (through > std::numeric_limits<std::uint64_t>::max() - count) {
        throw TooManyStructures{"their number passes 64 bits"};
      }
      edges.push_back({count, child, p});
      count += through;
    }
    made_.nodes_[number] = {count, static_cast<std::uint32_t>(made_.edges_.size()),
                            static_cast<std::uint32_t>(made_.edges_.size() + edges.size())};
    made_.edges_.insert(made_.edges_.end(), edges.begin(), edges.end());
    return number;
  }

  char& room_of(Room& room, int layer, std::uint8_t line) const {
    const int place = layer * lines_ + line;
    return room[static_cast<std::size_t>(place)];
  }

  /// Distributes the symbol by the permutation if there is room in every layer, and line 0 is in its required layer.
  bool take(int symbol, const Permutation& permutation, Room& room) const {
    if (permutation[static_cast<std::size_t>(symbol / copies_)] != 0) return false;
    for (int layer = 0; layer < lines_; ++layer) {
      if (room_of(room, layer, permutation[static_cast<std::size_t>(layer)]) == 0) return false;
    }
    for (int layer = 0; layer < lines_; ++layer) --room_of(room, layer, permutation[static_cast<std::size_t>(layer)]);
    return true;
  }

  void give_back(const Permutation& permutation, Room& room) const {
    for (int layer = 0; layer < lines_; ++layer) ++room_of(room, layer, permutation[static_cast<std::size_t>(layer)]);
  }

  Structures& made_;
  int lines_;
  int copies_;
  const Poll& poll_;
  std::size_t max_states_;
  std::vector<std::unordered_map<Room, std::uint32_t>> known_;  ///< by number of distributed symbols
};

Structures::Structures(int lines, int copies, const Poll& poll, std::size_t max_states) : symbols_{lines * copies} {
  if (lines < 1 || lines > max_lines || copies < 1 || symbols_ > max_symbols) {
    throw std::invalid_argument{"structures of " + std::to_string(lines) + " lines of " + std::to_string(copies)};
  }
  std::vector<int> order(static_cast<std::size_t>(lines));
  std::iota(order.begin(), order.end(), 0);
  do {
    Permutation& permutation = permutations_.emplace_back();
    for (std::size_t layer = 0; layer < order.size(); ++layer) {
      permutation[layer] = static_cast<std::uint8_t>(order[layer]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  Builder{*this, lines, copies, poll, max_states}.build();
}

LineTable Structures::at(std::uint64_t number) const {
  LineTable lines{};
  const Node* node = nodes_.data();
  for (int symbol = 0; symbol < symbols_; ++symbol) {
    std::uint32_t edge = node->begin;
    while (edge + 1 < node->end && edges_[edge + 1].below <= number) ++edge;
    number -= edges_[edge].below;
    lines[static_cast<std::size_t>(symbol)] = permutations_[edges_[edge].permutation];
    node = &nodes_[edges_[edge].node];
  }
  return lines;
}

Integer bands_with_given_first_row(Shape shape, const Structures& rows) {
  return Integer{rows.count()} * power(factorial(shape.box_cols), shape.box_rows * (shape.box_rows - 1));
}

}  // namespace gridcensus::band_monte_carlo
