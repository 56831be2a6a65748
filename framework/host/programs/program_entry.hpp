#pragma once

#include "gridcensus/plugin.hpp"
#include "host/programs/asking.hpp"
#include "host/programs/description.hpp"
#include "host/programs/installed.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A program that is a strategy. It takes the place of the C++ code of a plugin.
class ProgramEntry final : public PluginEntry {
 public:
  /// Finds the program, and asks it what it is to be asked. Without its declarations, a program that speaks the
  /// protocol yields nothing.
  ///
  /// @param seconds  time limit for each such answer
  /// @throws UnusableProgram  it may not be used, or its declarations violate the protocol.
  /// @throws BadInput         its description has mistakes that only the package in Python finds.
  ProgramEntry(Description description, bool allow_insecure, double seconds, Asking asking = Asking::version);

  const About& about() const override { return declared_.about; }
  const std::vector<ParameterSpec>& parameters() const override { return declared_.parameters; }
  /// Creates the strategy with the limits of the description.
  std::unique_ptr<Strategy> create(const ParameterValues& values) const override;
  /// Creates it with limits of the caller.
  ///
  /// @param note  called when a process was lost and replaced; from any thread
  std::unique_ptr<Strategy> create(const ParameterValues& values, const ProcessLimits& limits,
                                   const std::function<void(const std::string&)>& note) const;

  /// Returns the description.
  const Description& description() const { return *description_; }
  /// Returns the installed program.
  const InstalledProgram& installed() const { return *installed_; }
  /// Returns labels for evidence, which it shares with other programs that name the same ones.
  std::vector<std::string> evidence() const;
  /// Returns the hash that identifies its results: of its description, its files, and the version that it prints.
  std::string hash() const;

 private:
  Declared requested_declarations(double seconds, Asking asking) const;
  Declared with_version(const Message& reported) const;

  std::shared_ptr<const Description> description_;
  std::shared_ptr<const InstalledProgram> installed_;
  Declared declared_;
};

}  // namespace gridcensus::host
