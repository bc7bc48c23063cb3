import Diagnostics
import Files

/// The environment of a verb.
struct VerbEnvironment: Sendable {
  /// Whether the error output is a terminal, and of which kind.
  var errorConditions: OutputConditions

  /// The width of help and reports in columns.
  var width: Int
  var color: ColorMode
  var diagnosticFormat: DiagnosticFormat

  /// Whether the verb may handle SIGINT and SIGTERM, to end cleanly.
  var takesSignals = false

  /// The variables of the environment by name, for templates that read them.
  var variables: @Sendable () -> [(String, String)] = { [] }

  init(errorConditions: OutputConditions, width: Int) {
    self.errorConditions = errorConditions
    self.width = width
    color = .auto
    diagnosticFormat = .text
  }

  /// An environment without terminals, for tests.
  static let plain = Self(errorConditions: OutputConditions(isTerminal: false), width: 80)

  /// The environment of this process.
  static func process() -> Self {
    var environment = Self(
      errorConditions: OutputConditions(
        isTerminal: isatty(STDERR_FILENO) == 1,
        variable: variable
      ),
      width: min(max(variable("COLUMNS").flatMap { Int($0) } ?? 80, 40), 120)
    )
    environment.takesSignals = true
    environment.variables = allVariables
    return environment
  }

  /// All variables, sorted, so that nothing depends on the order in which they were set.
  private static func allVariables() -> [(String, String)] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
