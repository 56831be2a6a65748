#pragma once

#include "gridcensus/plugin.hpp"
#include "host/programs/description.hpp"
#include "host/programs/installed.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// How a run has a program work.
struct ProgramSettings {
  ProgramLimits limits;
  /// Told of a process that was lost and replaced; from any thread.
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

/// A program that is a strategy, in place of the C++ side of a plugin.
class ProgramEntry final : public PluginEntry {
 public:
  /// Finds the program; one that speaks the protocol is asked what it is.
  ///
  /// @param seconds  that each such answer may take
  /// @throws UnusableProgram  it may not be used, or declares something else than the protocol says.
  ProgramEntry(Description description, bool allow_insecure, double seconds);

  const About& about() const override { return declared_.about; }
  const std::vector<ParameterSpec>& parameters() const override { return declared_.parameters; }
  /// With the limits of the description.
  std::unique_ptr<Strategy> create(const ParameterValues& values) const override;
  /// The same with limits of the caller.
  std::unique_ptr<Strategy> create(const ParameterValues& values, const ProgramSettings& settings) const;

  /// Returns the description.
  const Description& description() const { return *description_; }
  /// Returns what was found of the program.
  const InstalledProgram& installed() const { return *installed_; }
  /// Returns what it shares with other programs that name the same, for evidence.
  std::vector<std::string> evidence() const;
  /// Returns what identifies its results: its description, its files, and the version that it prints.
  std::string hash() const;

 private:
  Declared asked_what_it_is(double seconds) const;

  std::shared_ptr<const Description> description_;
  std::shared_ptr<const InstalledProgram> installed_;
  Declared declared_;
};

}  // namespace gridcensus::host
