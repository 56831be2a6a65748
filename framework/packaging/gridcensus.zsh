#compdef gridcensus
# Completion of gridcensus for zsh. Passes the words to the program, which determines the completions.
local -a found
found=("${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
case "${found[1]}" in
  ":files") _files ;;
  # The last "|" keeps zsh from taking a lone ending for qualifiers of a pattern.
  ":files "*) _files -g "*.(${${found[1]#:files }// /|}|)" ;;
  ":folders") _files -/ ;;
  "") ;;
  *=) compadd -S "" -- "${found[@]}" ;;
  *) compadd -- "${found[@]}" ;;
esac
