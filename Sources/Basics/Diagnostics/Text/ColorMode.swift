/// Whether output is coloured, as people ask for it.
package enum ColorMode: String, Sendable, Hashable, CaseIterable {
  /// On a terminal that can and may.
  case auto
  case always
  case never

  /// Whether the mode means color under the conditions of an output.
  ///
  /// An explicit mode wins. Else `NO_COLOR` (https://no-color.org) forbids, `CLICOLOR_FORCE` demands,
  /// and otherwise a terminal gets colour unless it is a dumb one.
  package func isEnabled(on output: OutputConditions) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = output.noColor, !value.isEmpty { return false }
    if let value = output.forceColor, !value.isEmpty, value != "0" { return true }
    return output.isTerminal && output.terminalType != "dumb"
  }
}

/// The properties of an output and its environment; plain values, so that policies can be tested.
package struct OutputConditions: Sendable, Hashable {
  /// Whether the output is a terminal, by `isatty`.
  package var isTerminal: Bool

  /// The variable `NO_COLOR`.
  package var noColor: String?

  /// The variable `CLICOLOR_FORCE`.
  package var forceColor: String?

  /// The variable `TERM`.
  package var terminalType: String?

  package init(
    isTerminal: Bool,
    noColor: String? = nil,
    forceColor: String? = nil,
    terminalType: String? = nil
  ) {
    self.isTerminal = isTerminal
    self.noColor = noColor
    self.forceColor = forceColor
    self.terminalType = terminalType
  }

  /// - Parameters:
  ///   - isTerminal: What `isatty` says of the output.
  ///   - variable: Looks a variable of the environment up.
  package init(isTerminal: Bool, variable: (String) -> String?) {
    self.init(
      isTerminal: isTerminal,
      noColor: variable("NO_COLOR"),
      forceColor: variable("CLICOLOR_FORCE"),
      terminalType: variable("TERM")
    )
  }
}
