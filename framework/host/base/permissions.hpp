#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gridcensus::host {

/// Why somebody else could put other code into this file; nullopt where nobody can.
///
/// Trusted are root, the caller, and whoever owns the running program (they could change the program itself): that lets
/// a user's own clone work under sudo. Among groups: root's, the caller's own, and the program's where that group may
/// write the program too. The file and its folder must be owned by a trusted user and writable by nobody else; a folder
/// further up must only not let everybody rename what is in it (the sticky bit, as on /tmp, prevents that).
///
/// @param file  canonical: no symbolic links in it
std::optional<std::string> why_insecure(const std::filesystem::path& file);

}  // namespace gridcensus::host
