# Completion of gridcensus for fish. Passes the words to the program, which determines the completions.
function __gridcensus_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] complete $words[2..] "$current" 2>/dev/null)
    switch "$found[1]"
        case ':folders'
            __fish_complete_directories $current
        case ':files*'
            set -l endings (string split ' ' (string replace -r '^:files ?' '' $found[1]))
            for path in (__fish_complete_path $current)
                # Folders lead to files; only files with these endings are offered.
                set -l name (string split \t $path)[1]
                set -l ending (string match -r '[^.]*$' $name)
                if string match -q '*/' $name; or test -z "$endings"; or contains $ending $endings
                    printf '%s\n' $name
                end
            end
        case '*'
            printf '%s\n' $found
    end
end
complete -c gridcensus -f -a '(__gridcensus_complete)'
