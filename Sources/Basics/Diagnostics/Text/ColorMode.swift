/// The choice of colored output on the command line.
package enum ColorMode: String, Sendable, Hashable, CaseIterable {
  /// Colored on a terminal that supports it, unless the environment forbids it.
  case auto
  case always
  case never

  /// Whether the mode enables color for an output.
  ///
  /// An explicit mode wins. Otherwise `NO_COLOR` (https://no-color.org) disables it, `CLICOLOR_FORCE` enables it, and
  /// by default a terminal gets color unless it is a dumb one.
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
  ///   - isTerminal: The result of `isatty` for the output.
  ///   - variable: Looks up an environment variable.
  package init(isTerminal: Bool, variable: (String) -> String?) {
    self.init(
      isTerminal: isTerminal,
      noColor: variable("NO_COLOR"),
      forceColor: variable("CLICOLOR_FORCE"),
      terminalType: variable("TERM")
    )
  }
}
