# shellcheck shell=bash
# Completion of gridcensus for bash. The program itself knows what may come; this hands it the words.
_gridcensus() {
  local cur words cword
  _init_completion -n =: || return
  local -a found
  mapfile -t found < <("${words[0]}" complete "${words[@]:1:cword}" 2>/dev/null)
  case "${found[0]-}" in
    :files*)
      local endings="${found[0]#:files}"
      endings="${endings# }"
      _filedir "${endings:+@(${endings// /|})}"
      ;;
    :folders) _filedir -d ;;
    *)
      COMPREPLY=("${found[@]}")
      # "name=" is to be followed by its value.
      [[ ${#found[@]} -gt 0 && "${found[0]}" == *= ]] && compopt -o nospace
      __ltrim_colon_completions "$cur"
      # bash takes what follows "=" for a word of its own, and replaces only that.
      [[ "$COMP_WORDBREAKS" != *=* || "$cur" != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*=}"}"}")
      ;;
  esac
} && complete -F _gridcensus gridcensus
