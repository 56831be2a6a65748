#include "stack_product/stacks/matchings.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace gridcensus::stack_product {

namespace {

std::size_t lowest_vertex(std::uint64_t set) { return static_cast<std::size_t>(std::countr_zero(set)); }

std::uint64_t vertex_bit(std::size_t vertex) { return std::uint64_t{1} << vertex; }

/// Returns the length of the table of a frontier.
std::size_t table_length(std::size_t width) { return width == 0 ? 1 : std::size_t{1} << (width - 1); }

/// Returns the lowest bit of the subset at an entry: 1 if the other bits alone have the wrong parity.
std::size_t left_out_bit(std::size_t entry, bool odd) {
  return (static_cast<std::size_t>(std::popcount(entry)) + (odd ? 1 : 0)) & 1;
}

/// Returns a subset with one more bit, 0, inserted at a place.
std::size_t with_place(std::size_t subset, int place) {
  const std::size_t low = subset & ((std::size_t{1} << place) - 1);
  return ((subset - low) << 1) | low;
}

}  // namespace

void Matchings::Workspace::set_graph(std::span<const SymbolSet32> rows) {
  side_ = rows.size();
  next_to_.fill(0);
  for (std::size_t row = 0; row < side_; ++row) {
    rows_[row] = rows[row];
    next_to_[row] = std::uint64_t{rows[row]} << side_;
    for (SymbolSet32 left = rows[row]; left != 0; left &= left - 1)
      next_to_[side_ + lowest_vertex(left)] |= vertex_bit(row);
  }
}

/// Always visits next the vertex that leaves the smallest frontier.
///
/// @param limit  gives up when the cost exceeds it
/// @return  the entries of all tables
double Matchings::Workspace::greedy_order(std::size_t start, double limit, Order& order) const {
  // Among equals, the best brings its neighbours in the frontier closest to leaving it.
  static constexpr std::array<int, max_degree + 1> urgency{0, 0, 25, 16, 9, 4, 1, 0, 0};
  const std::size_t vertices = 2 * side_;
  std::array<std::uint8_t, max_vertices> left{};
  for (std::size_t vertex = 0; vertex < vertices; ++vertex)
    left[vertex] = static_cast<std::uint8_t>(std::popcount(next_to_[vertex]));
  std::uint64_t unseen = vertex_bit(vertices) - 1;
  std::uint64_t candidates = 0;  // unseen neighbours of the frontier
  int width = 0;
  double cost = 0;
  for (std::size_t t = 0; t < vertices; ++t) {
    std::size_t best = t == 0 ? start : lowest_vertex(unseen);
    int best_score = std::numeric_limits<int>::min();
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
      const std::size_t vertex = lowest_vertex(rest);
      int score = left[vertex] != 0 ? -1024 : 0;
      for (std::uint64_t seen = next_to_[vertex] & ~unseen; seen != 0; seen &= seen - 1) {
        const std::size_t other = lowest_vertex(seen);
        score += left[other] == 1 ? 1024 : urgency[left[other]];
      }
      if (score > best_score) {
        best_score = score;
        best = vertex;
      }
    }
    order[t] = static_cast<std::uint8_t>(best);
    unseen &= ~vertex_bit(best);
    width += left[best] != 0 ? 1 : 0;
    for (std::uint64_t rest = next_to_[best]; rest != 0; rest &= rest - 1) {
      const std::size_t other = lowest_vertex(rest);
      --left[other];
      if ((unseen & vertex_bit(other)) == 0 && left[other] == 0) --width;
    }
    candidates = (candidates | next_to_[best]) & unseen;
    cost += static_cast<double>(vertex_bit(static_cast<std::size_t>(width)));
    if (cost >= limit) break;
  }
  return cost;
}

void Matchings::Workspace::find_order() {
  // A try costs about as much as this many entries of the tables. The square ends the tries while they are still cheap
  // beside the tables: the best of n tries improves ever more slowly.
  const double cost_of_try = 200.0 * static_cast<double>(side_);
  double best = std::numeric_limits<double>::infinity();
  Order order{};
  for (std::size_t start = 0; start < 2 * side_; ++start) {
    if (static_cast<double>(start * start) * cost_of_try > best) break;
    // Rows and symbols in turn.
    const std::size_t vertex = (start % 2) * side_ + start / 2;
    const double cost = greedy_order(vertex, best, order);
    if (cost < best) {
      best = cost;
      order_ = order;
    }
  }
}

void Matchings::Workspace::make_steps() {
  const std::size_t vertices = 2 * side_;
  std::array<std::size_t, max_vertices> turn{};  // the step at which a vertex is visited
  std::array<std::size_t, max_vertices> end{};   // the step at which the last of its neighbours is
  for (std::size_t t = 0; t < vertices; ++t) turn[order_[t]] = t;
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    for (std::uint64_t rest = next_to_[vertex]; rest != 0; rest &= rest - 1)
      end[vertex] = std::max(end[vertex], turn[lowest_vertex(rest)]);
  }
  std::array<std::uint8_t, max_vertices> frontier{};  // by bit
  std::size_t width = 0;
  std::size_t used = 0;
  std::size_t scratch = 0;
  for (std::size_t t = 0; t < vertices; ++t) {
    Step& step = steps_[t];
    step.vertex = order_[t];
    step.table = used;
    step.odd = t % 2 != 0;
    used += table_length(width);
    step.leavers = 0;
    while (width > 0 && end[frontier[width - 1]] == t) {
      --width;
      ++step.leavers;
    }
    for (std::size_t leaver = 0; leaver < step.leavers; ++leaver) step.leaving_now[leaver] = frontier[width + leaver];
    step.keepers = static_cast<std::uint8_t>(width);
    scratch = std::max(scratch, table_length(width));
    step.neighbours = 0;
    for (std::size_t bit = 0; bit < width; ++bit) {
      if ((next_to_[step.vertex] & vertex_bit(frontier[bit])) == 0) continue;
      step.bits[step.neighbours] = static_cast<std::uint8_t>(bit);
      step.partners[step.neighbours] = frontier[bit];
      ++step.neighbours;
    }
    step.stays = end[step.vertex] > t;
    if (!step.stays) continue;
    std::size_t place = width;
    for (; place > 0 && end[frontier[place - 1]] < end[step.vertex]; --place) frontier[place] = frontier[place - 1];
    frontier[place] = step.vertex;
    step.place = static_cast<std::uint8_t>(place);
    ++width;
  }
  if (tables_.size() < used) tables_.resize(used);
  if (taken_.size() < scratch) taken_.resize(scratch);
}

/// Splits the table after v into the entries with v unmatched and those with v matched. Both are ordered by the
/// keepers.
void Matchings::Workspace::split(const Step& step, const std::uint64_t* next, std::uint64_t* open,
                                 std::uint64_t* taken) {
  const std::size_t size = table_length(step.keepers);
  if (step.place == 0) {  // the lowest bit is now that of v, and that of the keepers is no longer left out
    for (std::size_t entry = 0; entry < size; ++entry) {
      const std::size_t bit = left_out_bit(entry, step.odd);
      open[entry] = next[2 * entry + bit];
      taken[entry] = next[2 * entry + (1 - bit)];
    }
    return;
  }
  const std::size_t run = std::size_t{1} << (step.place - 1);
  for (std::size_t from = 0; from < size; from += run) {
    std::copy_n(next + 2 * from, run, taken + from);
    std::copy_n(next + 2 * from + run, run, open + from);
  }
}

void Matchings::Workspace::fill(const Step& step, const std::uint64_t* next) {
  std::uint64_t* const open = tables_.data() + step.table;  // at first: no leaving vertex is unmatched
  if (step.keepers == 0) {
    for (std::size_t entry = 0; entry < table_length(step.leavers); ++entry) {
      const std::size_t size = static_cast<std::size_t>(std::popcount(entry)) + left_out_bit(entry, step.odd);
      open[entry] = size == 1 || (size == 0 && step.stays) ? next[0] : 0;
    }
    return;
  }
  const std::size_t size = table_length(step.keepers);
  const std::uint64_t* taken = next;  // if v is matched
  if (step.stays) {
    std::uint64_t* const taken_here = step.leavers > 0 ? open + size : taken_.data();
    split(step, next, open, taken_here);
    taken = taken_here;
  } else {
    std::fill_n(open, size, 0);
    if (step.leavers > 0) std::copy_n(next, size, open + size);
  }
  for (std::size_t n = 0; n < step.neighbours; ++n) {
    if (step.bits[n] == 0) {  // left out: find the entries that have it, one of every two that differ in the next bit
      if (size == 1) open[0] += step.odd ? taken[0] : 0;
      for (std::size_t pair = 0; pair + 1 < size; pair += 2) {
        const std::size_t entry = pair + (1 - left_out_bit(pair, step.odd));
        open[entry] += taken[entry];
      }
      continue;
    }
    const std::size_t run = std::size_t{1} << (step.bits[n] - 1);
    for (std::size_t from = 0; from < size; from += 2 * run)
      for (std::size_t entry = from; entry < from + run; ++entry) open[entry + run] += taken[entry];
  }
  // If several vertices leave with v, only one of them can take it.
  for (std::size_t leavers = 2; leavers < std::size_t{1} << step.leavers; ++leavers) {
    if (std::has_single_bit(leavers)) {
      std::copy_n(open + size, size, open + leavers * size);
    } else {
      std::fill_n(open + leavers * size, size, 0);
    }
  }
}

std::uint64_t Matchings::count(std::span<const SymbolSet32> rows, Workspace& workspace) const {
  workspace.set_graph(rows.first(static_cast<std::size_t>(side_)));
  workspace.find_order();
  workspace.make_steps();
  const std::uint64_t* next = &workspace.end_;
  for (std::size_t t = 2 * workspace.side_; t-- > 0;) {
    const auto& step = workspace.steps_[t];
    workspace.fill(step, next);
    next = workspace.tables_.data() + step.table;
  }
  workspace.count_ = *next;
  return workspace.count_;
}

void Matchings::draw(Random& random, const Workspace& workspace, std::span<SymbolSet32> rest) const {
  remove(random.below(workspace.count_), workspace, rest);
}

void Matchings::remove(std::uint64_t number, const Workspace& workspace, std::span<SymbolSet32> rest) const {
  const auto side = static_cast<std::size_t>(side_);
  const auto match = [&](std::size_t one, std::size_t other) {
    const std::size_t row = std::min(one, other);
    rest[row] = workspace.rows_[row] & ~(SymbolSet32{1} << (std::max(one, other) - side));
  };
  // `number` is the number of the matching among those that are still possible.
  std::size_t open = 0;
  for (std::size_t t = 0; t < 2 * side; ++t) {
    const auto& step = workspace.steps_[t];
    const std::size_t leavers = open >> step.keepers;
    const std::size_t keepers = open & ((std::size_t{1} << step.keepers) - 1);
    const auto after = [&step](std::size_t subset) { return step.stays ? with_place(subset, step.place) : subset; };
    if (leavers != 0) {
      match(step.vertex, step.leaving_now[lowest_vertex(leavers)]);
      open = after(keepers);
      continue;
    }
    // v cannot come after all its neighbours, or it would have been matched already.
    const std::uint64_t* const next = workspace.tables_.data() + workspace.steps_[t + 1].table;
    if (step.stays) {
      open = after(keepers) | (std::size_t{1} << step.place);
      if (number < next[open / 2]) continue;
      number -= next[open / 2];
    }
    for (std::size_t n = 0; n < step.neighbours; ++n) {
      const std::size_t bit = std::size_t{1} << step.bits[n];
      if ((keepers & bit) == 0) continue;
      open = after(keepers ^ bit);
      if (number < next[open / 2]) {
        match(step.vertex, step.partners[n]);
        break;
      }
      number -= next[open / 2];
    }
  }
}

}  // namespace gridcensus::stack_product
