# shellcheck shell=bash
# Completion of gridcensus for bash. Passes the words to the program, which determines the completions.
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
      # "name=" expects a value.
      [[ ${#found[@]} -gt 0 && "${found[0]}" == *= ]] && compopt -o nospace
      __ltrim_colon_completions "$cur"
      # bash treats the text after "=" as a separate word, and replaces only that.
      [[ "$COMP_WORDBREAKS" != *=* || "$cur" != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*=}"}"}")
      ;;
  esac
} && complete -F _gridcensus gridcensus
