import Foundation

/// A debug option from the arguments of a program, as on Apple's platforms, or from its environment.
struct DebugSwitch {
  let argument: String
  let variable: String

  /// The value: that of the arguments overrides that of the environment.
  var text: String? {
    let arguments = CommandLine.arguments
    if let place = arguments.firstIndex(of: argument), arguments.indices.contains(place + 1) {
      return arguments[place + 1]
    }
    return getenv(variable).map { String(cString: $0) }
  }

  /// Whether it is enabled: by a number other than 0, or by YES.
  var isOn: Bool {
    guard let text else { return false }
    if let number = Int(text) { return number != 0 }
    return ["yes", "true", "y", "t"].contains(text.lowercased())
  }
}
