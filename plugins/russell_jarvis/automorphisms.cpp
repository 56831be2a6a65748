#include "russell_jarvis/automorphisms.hpp"

#include "gridcensus/broken_invariant.hpp"
#include "russell_jarvis/automorphisms_centraliser.hpp"
#include "russell_jarvis/movement.hpp"
#include "russell_jarvis/relabelling_types.hpp"

#include <boost/pending/disjoint_sets.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::UInt128;

namespace {

constexpr int column_bits = 4;
constexpr std::uint64_t column_mask = 15;

int first_of(UInt128 cells) {
  const auto low = static_cast<std::uint64_t>(cells);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(cells >> 64U));
}

/// Lists every choice of a cell in each row such that no two share a column or a box.
void list_transversals(Shape shape, int row, std::uint32_t columns, std::uint32_t stacks, std::uint64_t chosen,
                       std::vector<std::uint64_t>& list) {
  if (row == shape.side()) {
    list.push_back(chosen);
    return;
  }
  if (row % shape.box_rows == 0) stacks = 0;  // those used in the band
  for (int column = 0; column < shape.side(); ++column) {
    const int stack = column / shape.box_cols;
    if ((columns >> column & 1U) != 0 || (stacks >> stack & 1U) != 0) continue;
    list_transversals(shape, row + 1, columns | std::uint32_t{1} << column, stacks | std::uint32_t{1} << stack,
                      chosen | static_cast<std::uint64_t>(column) << (column_bits * row), list);
  }
}

}  // namespace

/// Returns the blocks, by their first cell, that a grid may have besides the chosen one of the class.
std::vector<Automorphisms::Block> Automorphisms::others_of(const Symmetry& symmetry, std::uint32_t block_class) {
  const UInt128 cells = symmetry.blocks[symmetry.classes[block_class].member].cells;
  std::vector<Block> others;
  std::copy_if(symmetry.blocks.begin(), symmetry.blocks.end(), std::back_inserter(others),
               [&](const Block& block) { return block.block_class >= block_class && (block.cells & cells) == 0; });
  return others;
}

/// Searches the grids of a task: covers the first open cell, and passes down the list of blocks that are still disjoint
/// from everything chosen.
class Automorphisms::Listing {
 public:
  Listing(const Automorphisms& parent, const Task& task, const Poll& poll)
      : parent_{parent},
        symmetry_{parent.symmetries_[task.symmetry]},
        block_class_{task.block_class},
        poll_{poll},
        search_{parent.shape_},
        all_{(UInt128{1} << static_cast<unsigned>(parent.shape_.cells())) - 1},
        symbols_(static_cast<std::size_t>(parent.shape_.cells())),
        blocks_(static_cast<std::size_t>(parent.shape_.side()) + 1) {}

  Counts count() {
    const BlockClass& found = symmetry_.classes[block_class_];
    const Block& first = symmetry_.blocks[found.member];
    blocks_.front() = others_of(symmetry_, block_class_);
    chosen_ = {&first};
    search(0, first.cells);
    Counts counts;
    for (const auto& [key, grids] : listed_) {
      const auto& [kind, blocks_of_class] = key;
      counts[kind] +=
          exact_quotient(Integer{grids} * found.size, blocks_of_class,
                         "pairs of a listed grid and a block of its class, of which a grid has as many each");
    }
    return counts;
  }

 private:
  void search(std::size_t depth, UInt128 covered) {
    constexpr std::uint64_t steps_between_polls = 1U << 12U;
    if (++steps_ % steps_between_polls == 0) poll_();
    if (covered == all_) return add_grid();
    const std::vector<Block>& blocks = blocks_[depth];
    const int next = first_of(~covered);
    const auto later = std::find_if(blocks.begin(), blocks.end(),
                                    [next](const Block& block) { return first_of(block.cells) != next; });
    for (auto block = blocks.begin(); block != later; ++block) {
      std::vector<Block>& fewer = blocks_[depth + 1];
      fewer.clear();
      std::copy_if(later, blocks.end(), std::back_inserter(fewer),
                   [&](const Block& other) { return (other.cells & block->cells) == 0; });
      chosen_.push_back(&*block);
      search(depth + 1, covered | block->cells);
      chosen_.pop_back();
    }
  }

  void add_grid() {
    std::uint8_t symbol = 0;
    for (const Block* block : chosen_) {
      std::uint64_t transversal = block->transversal;
      do {
        for (UInt128 cells = parent_.cells_of(transversal); cells != 0; cells &= cells - 1) {
          symbols_[static_cast<std::size_t>(first_of(cells))] = symbol;
        }
        ++symbol;
        transversal = parent_.image_of(transversal, symmetry_.motion);
      } while (transversal != block->transversal);
    }
    const auto blocks_of_class = std::count_if(
        chosen_.begin(), chosen_.end(), [this](const Block* block) { return block->block_class == block_class_; });
    ++listed_[{search_.kind(symbols_), blocks_of_class}];
  }

  const Automorphisms& parent_;
  const Symmetry& symmetry_;
  std::uint32_t block_class_;
  const Poll& poll_;
  AutomorphismSearch search_;
  UInt128 all_;
  std::uint64_t steps_ = 0;
  std::vector<std::uint8_t> symbols_;
  std::vector<const Block*> chosen_;
  std::vector<std::vector<Block>> blocks_;  ///< by depth: the remaining blocks, by their first cell
  std::map<std::pair<AutomorphismKind, std::ptrdiff_t>, std::uint64_t> listed_;
};

Automorphisms::Automorphisms(Shape shape, const SymmetryClasses& classes, const Poll& poll)
    : shape_{shape}, classes_{&classes} {
  if (shape.side() > max_side) throw std::invalid_argument{"the cells of a grid must fit 128 bits"};
  list_transversals(shape, 0, 0, 0, 0, transversals_);
  for (std::size_t number = 1; number < classes.size(); ++number) {
    poll();
    add_symmetry(number);
  }
  std::stable_sort(tasks_.begin(), tasks_.end(),
                   [](const Task& left, const Task& right) { return left.weight > right.weight; });
}

void Automorphisms::add_symmetry(std::size_t number) {
  if (!is_prime(movement(classes_->at(number)).order)) return;
  Symmetry symmetry{.number = number,
                    .motion = mathematics::cell_images(shape_, classes_->representative(number)),
                    .blocks = {},
                    .classes = {}};
  if (relabelling_types(shape_, symmetry.motion).empty()) return;
  find_blocks(symmetry);
  find_classes(symmetry);
  for (std::uint32_t block_class = 0; block_class < symmetry.classes.size(); ++block_class) {
    const auto others = others_of(symmetry, block_class).size();
    tasks_.push_back(
        {.weight = 1 + static_cast<double>(others), .symmetry = symmetries_.size(), .block_class = block_class});
  }
  symmetries_.push_back(std::move(symmetry));
}

std::uint64_t Automorphisms::image_of(std::uint64_t transversal, const std::vector<std::uint16_t>& motion) const {
  const auto side = static_cast<std::size_t>(shape_.side());
  std::uint64_t image = 0;
  for (std::size_t row = 0; row < side; ++row) {
    const std::size_t cell = motion[row * side + (transversal >> (column_bits * row) & column_mask)];
    image |= static_cast<std::uint64_t>(cell % side) << (column_bits * (cell / side));
  }
  return image;
}

UInt128 Automorphisms::cells_of(std::uint64_t transversal) const {
  const auto side = static_cast<std::size_t>(shape_.side());
  UInt128 cells = 0;
  for (std::size_t row = 0; row < side; ++row) {
    cells |= UInt128{1} << (row * side + (transversal >> (column_bits * row) & column_mask));
  }
  return cells;
}

void Automorphisms::find_blocks(Symmetry& symmetry) const {
  for (const std::uint64_t transversal : transversals_) {
    Block block{.cells = cells_of(transversal), .transversal = transversal, .block_class = 0};
    bool is_block = true;
    for (std::uint64_t image = image_of(transversal, symmetry.motion); is_block && image != transversal;
         image = image_of(image, symmetry.motion)) {
      const UInt128 cells = cells_of(image);
      is_block = transversal < image && (block.cells & cells) == 0;  // only the least transversal of a block counts
      block.cells |= cells;
    }
    if (is_block) symmetry.blocks.push_back(block);
  }
  std::stable_sort(symmetry.blocks.begin(), symmetry.blocks.end(),
                   [](const Block& left, const Block& right) { return first_of(left.cells) < first_of(right.cells); });
}

void Automorphisms::find_classes(Symmetry& symmetry) const {
  std::vector<Block>& blocks = symmetry.blocks;
  std::unordered_map<std::uint64_t, std::size_t> block_of;  // each transversal
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (std::uint64_t image = blocks[i].transversal; block_of.emplace(image, i).second;) {
      image = image_of(image, symmetry.motion);
    }
  }
  boost::disjoint_sets_with_storage<> sets{blocks.size()};
  for (const mathematics::GridMap& map : centraliser_generators(shape_, classes_->representative(symmetry.number))) {
    const std::vector<std::uint16_t> motion = mathematics::cell_images(shape_, map);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      sets.union_set(i, block_of.at(image_of(blocks[i].transversal, motion)));
    }
  }
  std::map<std::size_t, BlockClass> classes;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    BlockClass& found = classes.try_emplace(sets.find_set(i), BlockClass{.member = i, .size = 0}).first->second;
    ++found.size;
  }
  // Few grids have no block of a large class, and each of the class's blocks gets one listing: that is cheapest.
  for (const auto& [root, found] : classes) symmetry.classes.push_back(found);
  std::sort(symmetry.classes.begin(), symmetry.classes.end(), [](const BlockClass& left, const BlockClass& right) {
    return std::pair{right.size, left.member} < std::pair{left.size, right.member};
  });
  std::map<std::size_t, std::uint32_t> number_of;
  for (std::uint32_t i = 0; i < symmetry.classes.size(); ++i) {
    number_of.emplace(sets.find_set(symmetry.classes[i].member), i);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i].block_class = number_of.at(sets.find_set(i));
}

Automorphisms::Counts Automorphisms::count(std::size_t task, const Poll& poll) const {
  return Listing{*this, tasks_[task], poll}.count();
}

std::map<int, Integer> Automorphisms::essentially_different(const Counts& pairs) const {
  std::map<int, Integer> result;
  for (const auto& [kind, count] : pairs) {
    result[kind.order] += exact_quotient(count * kind.order, classes_->group_order() * kind.of_prime_order,
                                         "pairs of a grid and a map that fixes it, which whole orbits make up");
  }
  return result;
}

}  // namespace gridcensus::russell_jarvis
