/// Something that is asked for by name: a flag, or an option with a value.
package struct Option: Sendable, Hashable {
  /// The name without its hyphens: `format` for `--format`.
  package var name: String

  /// The short form without its hyphen.
  package var short: Character?

  /// Its effect, in one or more sentences.
  package var help: String

  /// The value; nil for a flag, which has none.
  package var value: ValueDescription?

  /// The value that holds when the option is not given.
  package var defaultValue: String?

  /// Whether it may be given several times; else that is an error.
  package var isRepeatable: Bool

  /// Whether it must be given.
  package var isRequired: Bool

  /// A flag: it is given or not, or (if repeatable) given so many times.
  package static func flag(
    _ name: String,
    short: Character? = nil,
    isRepeatable: Bool = false,
    _ help: String
  ) -> Option {
    Option(
      name: name,
      short: short,
      help: help,
      value: nil,
      defaultValue: nil,
      isRepeatable: isRepeatable,
      isRequired: false
    )
  }

  /// An option with a value.
  package static func value(
    _ name: String,
    short: Character? = nil,
    _ value: ValueDescription,
    default defaultValue: String? = nil,
    isRepeatable: Bool = false,
    isRequired: Bool = false,
    _ help: String
  ) -> Option {
    Option(
      name: name,
      short: short,
      help: help,
      value: value,
      defaultValue: defaultValue,
      isRepeatable: isRepeatable,
      isRequired: isRequired
    )
  }

  /// The name as it is written: `--format`.
  package var spelling: String { "--\(name)" }
}

extension Option {
  /// The flag that asks for help.
  static let help = Option.flag("help", short: "h", "Show help.")

  /// The flag that asks for the version.
  static let version = Option.flag("version", "Show the version.")
}

extension [Option] {
  /// The flags that hold beside these for every command: help, and the version unless a command means
  /// something else by that word.
  var standardFlags: [Option] {
    contains { $0.name == Option.version.name } ? [.help] : [.help, .version]
  }
}
