import Diagnostics

/// The current time in templates: output must not depend on when it is generated, so it is
/// not the clock but `SOURCE_DATE_EPOCH`, which sets the time of reproducible builds.
struct SourceTime {
  /// The seconds since 1970, if set.
  let seconds: Int?
  let diagnostics: [Diagnostic]

  private static let variable = "SOURCE_DATE_EPOCH"

  /// - Parameter variables: The variables of the environment.
  init(_ variables: [(String, String)]) {
    guard let text = variables.first(where: { $0.0 == Self.variable })?.1, !text.isEmpty else {
      seconds = nil
      diagnostics = []
      return
    }
    seconds = Int(text)
    diagnostics =
      seconds != nil
      ? []
      : [
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          "the variable \(Self.variable) is '\(text.visible)', which is not a number of seconds",
          at: Place(),
          hint:
            "it is the number of seconds since 1970, as from 'date +%s'; unset it to omit the time"
        )
      ]
  }
}
