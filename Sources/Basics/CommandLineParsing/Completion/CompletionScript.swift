/// The shells that completion scripts are written for.
package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash
  case zsh
  case fish
}

/// A script by which a shell completes the words of a command.
///
/// The script contains all verbs, options, closed sets of values and file extensions, and never runs the program.
package struct CompletionScript: Sendable {
  private let root: Command

  package init(_ root: Command) {
    self.root = root
  }

  package func text(for shell: Shell) -> String {
    let contexts = CompletionContext.all(of: root)
    return switch shell {
    case .bash: BashCompletion(name: root.name, contexts: contexts).text
    case .zsh: ZshCompletion(name: root.name, contexts: contexts).text
    case .fish: FishCompletion(name: root.name, contexts: contexts).text
    }
  }
}
