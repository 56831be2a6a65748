#pragma once

#include "host/catalog/catalog.hpp"

#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

/// Strategies with many declarations that count nothing, for tests of the code that reads and plans experiments.
namespace gridcensus::testing {

/// A strategy that is never run.
class DeclaredOnly : public Strategy {
 public:
  std::unique_ptr<Job> prepare(const Request& /*request*/) const override {
    throw std::logic_error{"this strategy only declares"};
  }
};

class Enumeration final : public DeclaredOnly {
 public:
  struct Params {
    int max_side = 6;
    bool check_all = false;
    double share = 0.5;
    int block = 64;
  };
  static About about() {
    return {"enumeration", "1", "Visits every grid.", "the definition", {{Quantity::grids, Kind::exact}}};
  }
  static void describe(Schema<Params>& schema) {
    schema.field("max_side", &Params::max_side).unit("cells").range(2, 9).help("Largest side accepted.");
    schema.field("check_all", &Params::check_all).help("Whether every grid is checked again.");
    schema.field("share", &Params::share).range(0, 1).help("Share of the work.");
    schema.field("block", &Params::block).at_least(1).speed_only().help("Rows in a block.");
  }
  explicit Enumeration(Params params) : params_{params} {}
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (problem.shape.side() > params_.max_side) return refusal(quantities, "side exceeds max_side");
    return {};
  }

 private:
  Params params_;
};

enum class Orientation { automatic, straight, transposed };

class BandClasses final : public DeclaredOnly {
 public:
  struct Params {
    Orientation orientation = Orientation::automatic;
    std::string note = "none";
  };
  static About about() {
    return {
        "band_classes",
        "2",
        "Sums over column signatures.",
        "Russell",
        {{Quantity::grids, Kind::exact}, {Quantity::bands, Kind::exact}, {Quantity::signature_classes, Kind::exact}}};
  }
  static void describe(Schema<Params>& schema) {
    schema
        .choice("orientation", &Params::orientation,
                {{"auto", Orientation::automatic},
                 {"straight", Orientation::straight},
                 {"transposed", Orientation::transposed}})
        .help("Which way the bands lie.");
    schema.field("note", &Params::note).help("A remark | for readers.");
  }
  explicit BandClasses(const Params& /*params*/) {}
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (problem.shape.side() > 9) return refusal(quantities, "too many signatures");
    const auto why_not = [&](Quantity quantity) -> std::optional<std::string> {
      if (problem.shape.box_rows > 1 || quantity == Quantity::grids) return std::nullopt;
      return "a band of one row has one signature";
    };
    Offer offer = refusals(quantities, why_not);
    offer.units = quantities.size() - offer.refused.size();
    offer.memory_bytes = 1024;
    return offer;
  }
};

class Sampler final : public DeclaredOnly {
 public:
  struct Params {
    std::optional<double> seconds;
  };
  static About about() {
    return {"sampler",
            "1",
            "Samples bands.",
            "none",
            {{Quantity::grids, Kind::estimate}, {Quantity::signature_classes, Kind::exact}}};
  }
  static void describe(Schema<Params>& schema) {
    schema.field("seconds", &Params::seconds).unit("s").at_least(0).help("How long it samples.");
  }
  explicit Sampler(const Params& /*params*/) {}
};

class Burnside final : public DeclaredOnly {
 public:
  struct Params {};
  static About about() {
    return {"burnside", "1", "Averages fixed grids.", "Burnside", {{Quantity::essentially_different, Kind::exact}}};
  }
  static void describe(Schema<Params>& /*schema*/) {}
  explicit Burnside(const Params& /*params*/) {}
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.inputs = {{Quantity::essentially_different, {Quantity::grids}}}};
  }
};

/// Passes on its input, so inputs can form a cycle.
class Echo final : public DeclaredOnly {
 public:
  struct Params {};
  static About about() { return {"echo", "1", "Repeats.", "none", {{Quantity::grids, Kind::exact}}}; }
  static void describe(Schema<Params>& /*schema*/) {}
  explicit Echo(const Params& /*params*/) {}
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.inputs = {{Quantity::grids, {Quantity::grids}}}};
  }
};

/// Counts classes, from which the number of grids follows.
class Relabelling final : public DeclaredOnly {
 public:
  struct Params {
    int low = 1;
    int high = 2;
  };
  static About about() {
    return {"relabelling", "1", "Fixes a row.", "none", {{Quantity::relabelling_classes, Kind::exact}}};
  }
  static void describe(Schema<Params>& schema) {
    schema.field("low", &Params::low).help("Where it begins.");
    schema.field("high", &Params::high).help("Where it ends.");
  }
  explicit Relabelling(const Params& params) {
    if (params.low > params.high) throw std::invalid_argument{"low is above high"};
    if (params.low < 0) throw 42;  // NOLINT(hicpp-exception-baseclass): a plugin can throw anything
  }
};

inline const host::Catalog& experiment_catalog() {
  static const auto* const catalog = [] {
    static const PluginEntryOf<Enumeration> enumeration;
    static const PluginEntryOf<BandClasses> band_classes;
    static const PluginEntryOf<Sampler> sampler;
    static const PluginEntryOf<Burnside> burnside;
    static const PluginEntryOf<Echo> echo;
    static const PluginEntryOf<Relabelling> relabelling;
    static host::Catalog made;
    for (const PluginEntry* entry : std::initializer_list<const PluginEntry*>{&enumeration, &band_classes, &sampler,
                                                                              &burnside, &echo, &relabelling}) {
      made.add(*entry);
    }
    return &made;
  }();
  return *catalog;
}

}  // namespace gridcensus::testing
