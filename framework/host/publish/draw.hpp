#pragma once

#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"
#include "host/publish/figure.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// A folder of its own for what is made on the way; gone with it, and with this process, however that ends.
class Workshop {
 public:
  /// @throws StorageError       none can be made.
  /// @throws std::system_error  no process could be started that removes it.
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  Workshop(Workshop&&) = delete;
  Workshop& operator=(Workshop&&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  Descriptor line_;  ///< by its end the process below knows that the folder is of no use any more
  std::unique_ptr<Child> remover_;
};

/// Has gnuplot draw the figures in this folder, and puts into each what came of it: NAME.dat, NAME.gp, NAME.svg, and
/// NAME.pdf where asked.
///
/// @return  why some have no picture, for the user; nullopt where all have one
/// @throws StorageError  the folder cannot be written.
std::optional<std::string> draw(std::vector<Figure>& figures, const std::filesystem::path& folder, bool with_pdf);

/// Puts the files of the figures into a folder of the user's, which is made if it is not there. A list of them lies
/// beside them, `figures.txt`; what is not on it was not written by a report and is never replaced.
///
/// @return  the names of the files
/// @throws BadInput      a file of another origin has the name of one of these.
/// @throws StorageError  the folder cannot be written.
std::vector<std::string> keep_figures(const std::vector<Figure>& figures, const std::filesystem::path& from,
                                      const std::filesystem::path& folder);

}  // namespace gridcensus::host::publish
