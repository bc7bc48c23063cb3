/// Writes the completion for fish.
struct FishCompletion {
  let name: String
  let contexts: [CompletionContext]

  private var function: String { "__" + name.functionName }

  var text: String {
    """
    # Completion of \(name) for fish. Install it as ~/.config/fish/completions/\(name).fish

    # Whether the verbs before the cursor are the given ones.
    function \(function)_at
        set -l path \(quoted(name))
        set -l expecting no
        set -l words (commandline -opc)
        set -e words[1]
        for word in $words
            if test $expecting = yes
                set expecting no
                continue
            end
            switch "$path $word"
    \(steps)
            end
        end
        test "$path" = "$argv"
    end

    # Folders, and files with the given extensions.
    function \(function)_paths
        set -l token (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        for entry in $token*
            if test -d "$entry"
                echo "$entry/"
                continue
            end
            for extension in $argv
                string match -q -- "*.$extension" "$entry"; and echo "$entry"
            end
        end
    end

    # The names of the folders with an extension in those with another that are on the command line.
    function \(function)_members
        for folder in (string trim -r -c / -- (commandline -opc))
            string match -q -- "*.$argv[2]" "$folder"; or continue
            for member in "$folder"/*.$argv[1]
                string replace -r -- '^.*/(.*)\\.[^.]*$' '$1' "$member"
            end
        end
    end

    # Branches and tags of git.
    function \(function)_revisions
        echo HEAD
        git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags 2>/dev/null
    end

    complete -c \(quoted(name)) -f
    \(contexts.flatMap(lines).joined(separator: "\n"))

    """
  }

  private var steps: String {
    var branches: [String] = []
    let valued = contexts.flatMap { context in
      context.options.filter { $0.value != nil }
        .flatMap { $0.spellings.map { "\(context.key) \($0)" } }
    }
    if !valued.isEmpty { branches.append(branch(valued, "set expecting yes")) }
    let verbs = contexts.flatMap { context in context.verbs.map { "\(context.key) \($0.name)" } }
    if !verbs.isEmpty { branches.append(branch(verbs, "set path \"$path $word\"")) }
    return branches.joined(separator: "\n")
  }

  private func branch(_ keys: [String], _ command: String) -> String {
    """
                case \(keys.map(quoted).joined(separator: " "))
                    \(command)
    """
  }

  private func lines(of context: CompletionContext) -> [String] {
    let start = "complete -c \(quoted(name)) -n \(quoted("\(function)_at \(context.key)"))"
    let verbs = context.verbs.map { verb in
      "\(start) -a \(quoted(verb.name)) -d \(quoted(verb.abstract))"
    }
    let options = context.options.map { option in
      let short = option.short.map { " -s \(quoted(String($0)))" } ?? ""
      let value = option.value.map { action($0) } ?? ""
      let help = " -d \(quoted(option.shortHelp))"
      return "\(start)\(short) -l \(quoted(option.name))\(value)\(help)"
    }
    let operands = context.operands.compactMap { operand -> String? in
      switch operand.value.kind {
      case .text, .integer: nil
      default: start + action(operand.value, isOperand: true)
      }
    }
    return verbs + options + operands
  }

  private func action(_ value: ValueDescription, isOperand: Bool = false) -> String {
    let exclusive = isOperand ? "" : " -x"
    switch value.kind {
    case .text, .integer: return exclusive
    case .choice(let words): return "\(exclusive) -a \(quoted(words.joined(separator: " ")))"
    case .usual(let usual):
      return "\(exclusive) -a \(quoted(usual.words.joined(separator: " ")))"
    case .revision: return "\(exclusive) -a '(\(function)_revisions)'"
    case .member(let name, let folder):
      return "\(exclusive) -a \(quoted("(\(function)_members \(name) \(folder))"))"
    case .nameOrPath(let names, let extensions):
      let paths = "(\(function)_paths \(extensions.joined(separator: " ")))"
      return "\(exclusive) -a \(quoted((names + [paths]).joined(separator: " ")))"
    case .directory: return "\(exclusive) -a '(__fish_complete_directories (commandline -ct))'"
    case .path(let extensions):
      if extensions.isEmpty { return isOperand ? " -F" : " -r -F" }
      let words = extensions.joined(separator: " ")
      return "\(exclusive) -a \(quoted("(\(function)_paths \(words))"))"
    }
  }

  private func quoted(_ text: String) -> String { "'\(text.escaping("\\'"))'" }
}
