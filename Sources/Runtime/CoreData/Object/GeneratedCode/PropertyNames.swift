extension GeneratedCodeV2 {
  /// Names of properties in generated code: a literal with spaces between them, or a list if a name has a space.
  public struct PropertyNames: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, Sendable {
    private enum Form {
      case text(StaticString)
      case list([String])
    }

    private let form: Form

    init() {
      form = .list([])
    }

    /// The names in a text with spaces between them.
    public init(stringLiteral text: StaticString) {
      form = .text(text)
    }

    /// The names in a list.
    public init(arrayLiteral names: String...) {
      form = .list(names)
    }

    /// All names in their order.
    var all: [String] {
      switch form {
      case .list(let names): names
      case .text(let text):
        text.withUTF8Buffer { bytes in
          bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
      }
    }
  }
}
