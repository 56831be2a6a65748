#pragma once

namespace gridcensus::host {

/// The questions for which a program is started when its strategy is opened.
enum class Asking {
  nothing,       ///< it is only looked for
  declarations,  ///< its declarations, if it speaks the protocol
  version        ///< also its version, which is part of the identity of results
};

}  // namespace gridcensus::host
