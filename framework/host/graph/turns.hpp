#pragma once

#include "host/plan/plan.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace gridcensus::host {

/// Whose turn it is: which run a free thread works for next.
///
/// The turn is that of the run that threads have worked for least, in steps of doubling time; so a run that is over
/// soon is not kept waiting by a long one, though nobody knows beforehand which is which. Among runs that are alike in
/// this, the smaller problem comes first, then the run with fewer units foreseen, then the order of the plan: wrong
/// guesses cost one step.
///
/// No more than a number of runs are in play, that is, between their preparation and their conclusion. A run is ready
/// once its sources have ended; it comes into play in its turn, if there is a place.
///
/// It speaks of *pieces* of work: preparing a ready run, or one unit of a run in play. The engine keeps a signal in its
/// graph for each piece, and every call says how many signals are to be added.
///
/// @threads  any function from any thread.
class Turns {
 public:
  using RunNumber = std::size_t;

  /// @param places  how many runs may be in play
  Turns(const Plan& plan, std::size_t places);

  /// How many runs are ready from the start.
  std::size_t pieces_at_start() const { return ready_.size(); }

  struct Turn {
    RunNumber run = 0;
    bool is_first = false;  ///< prepare it; else do a unit
  };
  /// Whose turn it is. nullopt: only runs without a place are ready; the signal is kept for them.
  std::optional<Turn> take();

  /// Adds pieces of a run in play.
  ///
  /// @param seconds  that a thread has worked for it since its turn began
  void put(RunNumber run, std::size_t pieces, double seconds);

  /// Takes a run out of play.
  ///
  /// @return  how many signals to add: for runs that waited for its place or for its end.
  std::size_t end(RunNumber run);

  bool have_all_ended() const;

 private:
  /// What orders runs; the least is next.
  struct Rank {
    int step = 0;  ///< of the time worked for it
    int side = 0;
    std::uint64_t units = 0;
    RunNumber run = 0;

    auto operator<=>(const Rank&) const = default;
  };
  struct State {
    Rank rank;
    double seconds = 0;
    std::size_t pieces = 0;
    std::size_t missing_sources = 0;
    std::vector<RunNumber> dependent_runs;
  };

  mutable std::mutex mutex_;
  std::size_t places_;
  std::vector<State> states_;  ///< by run number
  std::set<Rank> ready_;       ///< not yet in play
  std::vector<RunNumber> in_play_;
  std::size_t kept_signals_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace gridcensus::host
