/// Writes the completion for bash, which needs nothing but bash.
struct BashCompletion {
  let name: String
  let contexts: [CompletionContext]

  private var function: String { "_" + name.functionName }

  var text: String {
    """
    # Completion of \(name) for bash. Source this file, or install it as
    # ${XDG_DATA_HOME:-~/.local/share}/bash-completion/completions/\(name)

    # Adds the given words that begin like the current one.
    \(function)_words() {
      local candidate
      for candidate in "$@"; do
        [[ $candidate == "$current"* ]] && COMPREPLY+=("$prefix$candidate")
      done
    }

    # Adds folders, and files with the given extensions; all files if there are none.
    \(function)_paths() {
      local candidate extension
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do
        COMPREPLY+=("$prefix$candidate")
      done < <(
        compgen -d -- "$current"
        (($#)) || set -- ''
        for extension in "$@"; do
          compgen -f -X "!*${extension:+.$extension}" -- "$current"
        done | while IFS= read -r candidate; do
          [[ -d $candidate ]] || printf '%s\\n' "$candidate"
        done
      )
    }

    # Adds folders.
    \(function)_directories() {
      local candidate
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do
        COMPREPLY+=("$prefix$candidate")
      done < <(compgen -d -- "$current")
    }

    # Adds branches and tags of git.
    \(function)_revisions() {
      local name
      while IFS= read -r name; do
        [[ $name == "$current"* ]] && COMPREPLY+=("$prefix$name")
      done < <(
        printf 'HEAD\\n'
        git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null
      )
    }

    # Adds the names of the folders with an extension in those with another that are on the command line.
    \(function)_members() {
      local folder member name
      for folder in "${COMP_WORDS[@]}"; do
        [[ ${folder%/} == *."$2" ]] || continue
        for member in "${folder%/}"/*."$1"; do
          name="${member##*/}"
          name="${name%."$1"}"
          [[ -d $member && $name == "$current"* ]] && COMPREPLY+=("$prefix$name")
        done
      done
    }

    \(function)() {
      local current="${COMP_WORDS[COMP_CWORD]}" prefix='' path=\(name.shellQuoted)
      local expecting='' ended='' operands=0 word index
      COMPREPLY=()
      for ((index = 1; index < COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        if [[ -n $ended ]]; then
          operands=$((operands + 1))
        elif [[ -n $expecting ]]; then
          # bash makes three words of --option=value
          [[ $word == '=' ]] || expecting=''
        elif [[ $word == '--' ]]; then
          ended=1
        else
          case "$path $word" in
    \(steps)
            *)
              [[ $word == -?* ]] || operands=$((operands + 1))
              ;;
          esac
        fi
      done
      if [[ -n $expecting ]]; then
        [[ $current == '=' ]] && current=''
      elif [[ -z $ended && $current == --*=* ]]; then
        expecting="$path ${current%%=*}"
        prefix="${current%%=*}="
        current="${current#*=}"
      fi
      if [[ -n $expecting ]]; then
        case "$expecting" in
    \(values)
        esac
      elif [[ -z $ended && $current == -* ]]; then
        case "$path" in
    \(options)
        esac
      else
        case "$path" in
    \(operands)
        esac
      fi
    }

    complete -F \(function) \(name)

    """
  }

  /// The states that a word before the current one leads to.
  private var steps: String {
    var branches: [String] = []
    let valued = contexts.flatMap { context in
      context.options.filter { $0.value != nil }
        .flatMap { $0.spellings.map { "\(context.key) \($0)" } }
    }
    if !valued.isEmpty { branches.append(branch(valued, "expecting=\"$path $word\"", 8)) }
    let verbs = contexts.flatMap { context in context.verbs.map { "\(context.key) \($0.name)" } }
    if !verbs.isEmpty { branches.append(branch(verbs, "path=\"$path $word\"", 8)) }
    return branches.joined(separator: "\n")
  }

  private var values: String {
    let branches = contexts.flatMap { context in
      context.options.compactMap { option -> String? in
        guard let action = option.value.flatMap(action) else { return nil }
        return branch(option.spellings.map { "\(context.key) \($0)" }, action, 6)
      }
    }
    return branches.joined(separator: "\n")
  }

  private var options: String {
    contexts.filter { !$0.options.isEmpty }
      .map { branch([$0.key], words($0.options.flatMap(\.spellings)), 6) }
      .joined(separator: "\n")
  }

  private var operands: String {
    contexts.compactMap { context -> String? in
      if !context.verbs.isEmpty {
        return branch([context.key], words(context.verbs.map(\.name)), 6)
      }
      var branches: [String] = []
      for (index, operand) in context.operands.enumerated() {
        let action = action(operand.value) ?? ":"
        let isLast = operand.maximum == nil
        branches.append("\(isLast ? "*" : "\(index)")) \(action) ;;")
        if isLast { break }
      }
      if branches.isEmpty { return nil }
      return branch([context.key], "case $operands in \(branches.joined(separator: " ")) esac", 6)
    }
    .joined(separator: "\n")
  }

  private func action(_ value: ValueDescription) -> String? {
    switch value.kind {
    case .text, .integer: nil
    case .choice(let words): self.words(words)
    case .usual(let usual): words(usual.words)
    case .revision: "\(function)_revisions"
    case .member(let name, let folder):
      "\(function)_members \(name.shellQuoted) \(folder.shellQuoted)"
    case .path(let extensions):
      (["\(function)_paths"] + extensions.map(\.shellQuoted)).joined(separator: " ")
    case .nameOrPath(let names, let extensions):
      [words(names), action(.init("", .path(extensions: extensions)))].compactMap { $0 }
        .joined(separator: "; ")
    case .directory: "\(function)_directories"
    }
  }

  private func words(_ words: [String]) -> String {
    (["\(function)_words"] + words.map(\.shellQuoted)).joined(separator: " ")
  }

  /// A branch of a `case`, indented.
  private func branch(_ keys: [String], _ command: String, _ indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return """
      \(margin)\(keys.map(\.shellQuoted).joined(separator: " | \\\n\(margin)  ")))
      \(margin)  \(command)
      \(margin)  ;;
      """
  }
}
