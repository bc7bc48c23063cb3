/// The Objective-C name of a class without `@objc(Name)`, such as `_TtCC4Club4Team6Player`.
///
/// Models of apps contain such names for classes that are nested in other types or private to their files.
struct MangledClassName {
  /// The name with those of the module and of the enclosing types: `Club.Team.Player`.
  let path: String

  /// Parses a name; nil if it has another form, or is that of a generic class.
  init?(_ text: String) {
    guard text.hasPrefix("_Tt") else { return nil }
    var rest = text.utf8.dropFirst(3)
    let kinds = rest.prefix {
      [UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O")].contains($0)
    }
    rest = rest.dropFirst(kinds.count)
    var names: [String] = []
    while names.count <= kinds.count {
      // A private type has a discriminator of its file before the name.
      if rest.first == UInt8(ascii: "P"), !names.isEmpty {
        rest = rest.dropFirst()
        guard Self.takeName(&rest) != nil else { return nil }
      }
      guard let name = Self.takeName(&rest) else { return nil }
      names.append(name)
    }
    guard !kinds.isEmpty, rest.isEmpty else { return nil }
    path = names.joined(separator: ".")
  }

  /// Reads a name that is preceded by its length.
  private static func takeName(_ rest: inout Substring.UTF8View) -> String? {
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard let length = Int(Substring(digits)), length > 0, length <= rest.count - digits.count
    else { return nil }
    rest = rest.dropFirst(digits.count)
    let name = String(Substring(rest.prefix(length)))
    rest = rest.dropFirst(length)
    return name
  }
}
