/// Writes the completion for zsh, with its `_arguments`.
struct ZshCompletion {
  let name: String
  let contexts: [CompletionContext]

  private var function: String { "_" + name.functionName }

  var text: String {
    """
    #compdef \(name)
    # Completion of \(name) for zsh. Install it as \(function) in a folder of $fpath.

    \(contexts.map(definition).joined(separator: "\n\n"))

    if [ "${funcstack[1]}" = \(function.shellQuoted) ]; then
      \(function) "$@"
    else
      compdef \(function) \(name.shellQuoted)
    fi

    """
  }

  /// The name of the function of a path of verbs.
  private func function(_ path: [String]) -> String {
    "_" + path.map(\.functionName).joined(separator: "__")
  }

  private func definition(_ context: CompletionContext) -> String {
    let specs = context.options.flatMap(optionSpecs)
    return context.verbs.isEmpty
      ? leaf(context, specs + context.operands.enumerated().map(operandSpec))
      : branch(context, specs)
  }

  private func leaf(_ context: CompletionContext, _ specs: [String]) -> String {
    """
    \(function(context.path))() {
      _arguments -s -S :\(lines(specs))
    }
    """
  }

  private func branch(_ context: CompletionContext, _ specs: [String]) -> String {
    let verbs = context.verbs.map { verb in
      "      " + "\(verb.name.escaping(":")):\(verb.abstract)".shellQuoted
    }
    let calls = context.verbs.map { verb in
      "        \(verb.name.shellQuoted)) \(function(context.path + [verb.name])) && result=0 ;;"
    }
    return """
      \(function(context.path))() {
        local curcontext="$curcontext" state line result=1
        local -a verbs
        typeset -A opt_args
        verbs=(
      \(verbs.joined(separator: "\n"))
        )
        _arguments -C -s -S :\(lines(specs + ["'1: :->verb'", "'*:: :->rest'"])) && result=0
        case $state in
          verb)
            _describe -t commands 'command' verbs && result=0
            ;;
          rest)
            case $line[1] in
      \(calls.joined(separator: "\n"))
            esac
            ;;
        esac
        return result
      }
      """
  }

  private func lines(_ specs: [String]) -> String {
    specs.map { " \\\n    \($0)" }.joined()
  }

  private func optionSpecs(_ option: Option) -> [String] {
    let once = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
    let help = option.shortHelp.escaping("\\[]:")
    return option.spellings.map { spelling in
      var spec = once + spelling
      // A value may be attached to the option or be the next word.
      if option.value != nil { spec += spelling.hasPrefix("--") ? "=" : "+" }
      spec += "[\(help)]"
      if let value = option.value { spec += valueSpec(value) }
      return spec.shellQuoted
    }
  }

  private func operandSpec(_ index: Int, _ operand: Operand) -> String {
    let position =
      switch operand.count {
      case .one: "\(index + 1):"
      case .optional: "\(index + 1)::"
      case .many: "*:"
      }
    return (position + "\(operand.name.escaping("\\:")):\(escapedAction(operand.value))")
      .shellQuoted
  }

  private func valueSpec(_ value: ValueDescription) -> String {
    ":\(value.name.escaping("\\:")):\(escapedAction(value))"
  }

  /// The action with its colons escaped, because an unescaped one ends it.
  private func escapedAction(_ value: ValueDescription) -> String {
    action(value).escaping(":")
  }

  private func action(_ value: ValueDescription) -> String {
    switch value.kind {
    case .text, .integer: return " "
    case .choice(let words): return "(\(words.joined(separator: " ")))"
    case .usual(let usual): return "(\(usual.words.joined(separator: " ")))"
    case .revision:
      return "{compadd -- HEAD ${(f)\"$(git for-each-ref --format='%(refname:short)' "
        + "refs/heads refs/remotes refs/tags 2>/dev/null)\"}}"
    case .member(let name, let folder):
      return "{compadd -- ${(M)words%%*.\(folder)(/|)}/*.\(name)(N/:t:r)}"
    case .nameOrPath(let names, let extensions):
      let files = action(.init("", .path(extensions: extensions)))
      return "{compadd -- \(names.map(\.shellQuoted).joined(separator: " ")); \(files)}"
    case .directory: return "_files -/"
    case .path(let extensions):
      if extensions.isEmpty { return "_files" }
      return "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    }
  }
}
