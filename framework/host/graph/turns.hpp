#pragma once

#include "host/plan/plan.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
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
/// A run is ready once its sources have ended; in its turn it comes into play, that is, between its preparation and its
/// conclusion. Since each has tables then, there is a number of places. Beyond these, runs come as guests as long as
/// the memory that they forecast is small in all: what is short must not wait for a place that long ones have.
///
/// It speaks of *pieces* of work: preparing a ready run, or one unit of a run in play. The engine keeps a signal in its
/// graph for each piece, and every call says how many signals are to be added.
///
/// @threads  any function from any thread.
class Turns {
 public:
  using RunNumber = std::size_t;

  /// What guests may need in all.
  static constexpr std::uint64_t memory_of_guests = std::uint64_t{512} << 20U;

  /// @param places        how many runs may be in play beside guests
  /// @param may_be_guest  asked of a run whose memory is known
  Turns(const Plan& plan, std::size_t places, const std::function<bool(const Run&)>& may_be_guest);

  /// How many runs are ready from the start.
  std::size_t pieces_at_start() const { return ready_.size() + ready_as_guests_.size(); }

  struct Turn {
    RunNumber run = 0;
    bool is_first = false;    ///< prepare it; else do a unit
    std::size_t signals = 0;  ///< to be added: another run may come into play, too
  };
  /// Whose turn it is. nullopt: only runs are ready that cannot come into play yet; the signal is kept for them.
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
    std::optional<std::uint64_t> memory;  ///< of a run that may be a guest
    bool is_guest = false;
    std::size_t missing_sources = 0;
    std::vector<RunNumber> dependent_runs;
  };

  using Ranks = std::set<Rank>;

  void make_ready(const State& state);
  Ranks* next_ready();
  std::size_t release_signal();

  mutable std::mutex mutex_;
  std::size_t places_;
  std::vector<State> states_;  ///< by run number
  Ranks ready_;                ///< not yet in play
  Ranks ready_as_guests_;      ///< the same of those that need no place
  Ranks in_play_;              ///< those with pieces that nobody does
  std::size_t places_taken_ = 0;
  std::uint64_t memory_taken_ = 0;  ///< by guests
  std::size_t kept_signals_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace gridcensus::host
