/// An argument that is identified by its name: a flag, or an option with a value.
package struct Option: Sendable, Hashable {
  /// The name without its hyphens: `format` for `--format`.
  package var name: String

  /// The short form without its hyphen.
  package var short: Character?

  /// Its effect, in one or more sentences.
  package var help: String

  /// The value; nil for a flag, which has none.
  package var value: ValueDescription?

  /// The value if the option is not given.
  package var defaultValue: String?

  /// Whether it may be given several times; otherwise that is an error.
  package var isRepeatable: Bool

  /// Whether it must be given.
  package var isRequired: Bool

  /// Creates a flag: it is given or not, or (if repeatable) several times.
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

  /// Creates an option with a value.
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
  /// The flag for showing help.
  static let help = Option.flag("help", short: "h", "Show help.")

  /// The flag for showing the version.
  static let version = Option.flag("version", "Show the version.")
}

extension [Option] {
  /// The flags that every command has besides these: help, and the version unless a command uses that word for
  /// something else.
  var standardFlags: [Option] {
    contains { $0.name == Option.version.name } ? [.help] : [.help, .version]
  }
}
