extension GeneratedCodeV2 {
  /// Names of properties in generated code: a literal separated by spaces, or a list if a name contains a space.
  public struct PropertyNames: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, Sendable {
    private enum Form {
      case text(StaticString)
      case list([String])
    }

    private let form: Form

    init() {
      form = .list([])
    }

    /// Creates names from a text separated by spaces.
    public init(stringLiteral text: StaticString) {
      form = .text(text)
    }

    /// Creates names from a list.
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
