// whynot completion bash|zsh|fish: a few lines for each shell, which ask `whynot complete`.
#include <fmt/format.h>

#include <iostream>

#include "command/cells.h"

namespace whynot::command {
namespace {

struct Script {
  std::string_view shell, text;
};

constexpr Script scripts[] = {
    {"bash", R"(# Completion of whynot in bash.
_whynot() {
  local cur=${COMP_WORDS[COMP_CWORD]} line files=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; else COMPREPLY+=("${line%%$'\t'*}"); fi
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ $cur == '=' ]] && cur=
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _whynot whynot
)"},
    {"zsh", R"(#compdef whynot
# Completion of whynot in zsh.
_whynot() {
  local line files
  local -a offers
  for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      offers+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
    fi
  done
  (( $#offers )) && _describe -V whynot offers
  [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _whynot ]]; then _whynot "$@"; else compdef _whynot whynot; fi
)"},
    {"fish", R"(# Completion of whynot in fish.
function __whynot_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if test "$line" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c whynot -f -a '(__whynot_complete)'
)"},
};

}  // namespace

ExitCode run_completion(Run& run) {
  const auto& operands = run.arguments.operands;
  for (const Script& script : scripts)
    if (operands.size() == 1 && operands[0] == script.shell) {
      run.out << script.text;
      return exit_ok;
    }
  return usage_error(run, "`whynot completion` needs a shell: bash, zsh or fish", "e.g. whynot completion bash");
}

}  // namespace whynot::command
