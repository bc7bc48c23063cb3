/// A declaration in a Swift file, outside of function bodies.
///
/// Integers are token indices.
package struct SwiftDeclaration: Sendable {
  package enum Kind: String, Sendable {
    case `class`
    case `struct`
    case `enum`
    case actor
    case `protocol`
    case `extension`
    case function = "func"
    case variable = "var"
    case constant = "let"
    case initializer = "init"
    case `typealias`
    case `import`

    /// Whether it can contain declarations.
    package var isType: Bool {
      switch self {
      case .class, .struct, .enum, .actor, .protocol, .extension: true
      default: false
      }
    }
  }

  package struct Attribute: Sendable {
    package let name: String

    /// The `@`, the name and the argument.
    package let tokens: ClosedRange<Int>

    /// The argument with its parentheses.
    package let argument: ClosedRange<Int>?
  }

  package struct Modifier: Sendable {
    /// The modifier, with its argument: `private(set)`.
    package let name: String
    package let tokens: ClosedRange<Int>
  }

  /// One of the variables that a declaration introduces.
  package struct Binding: Sendable {
    package let name: String
    package let nameToken: Int
    package internal(set) var type: ClosedRange<Int>?
    package let accessors: ClosedRange<Int>?
    package let hasInitializer: Bool

    /// Whether it is a name alone.
    var isWithoutType: Bool { type == nil && accessors == nil && !hasInitializer }
  }

  package struct Parameter: Sendable {
    /// The argument label; nil for an underscore.
    package let label: String?
    package let name: String
    package let type: ClosedRange<Int>
    package let hasDefault: Bool
  }

  package let kind: Kind

  /// The name; for an extension that of the extended type, for an import that of the module.
  package internal(set) var name = ""
  package internal(set) var nameToken = 0

  /// The index of the enclosing declaration.
  package let parent: Int?
  package let attributes: [Attribute]
  package let modifiers: [Modifier]

  /// The token of the keyword.
  package let keyword: Int

  /// The last token.
  package internal(set) var last: Int

  /// The types in the inheritance clause of a type or an extension.
  package internal(set) var inheritance: [ClosedRange<Int>] = []
  package internal(set) var inheritanceColon: Int?
  package internal(set) var isGeneric = false
  package internal(set) var hasConditions = false

  /// The body with its braces.
  package internal(set) var body: ClosedRange<Int>?
  package internal(set) var bindings: [Binding] = []
  package internal(set) var parameters: [Parameter] = []

  /// The result type of a function, or the underlying type of a type alias.
  package internal(set) var result: ClosedRange<Int>?
  package internal(set) var isThrowing = false
  package internal(set) var isAsynchronous = false

  init(
    _ kind: Kind,
    parent: Int?,
    keyword: Int,
    attributes: [Attribute],
    modifiers: [Modifier]
  ) {
    self.kind = kind
    self.parent = parent
    self.keyword = keyword
    self.attributes = attributes
    self.modifiers = modifiers
    last = keyword
  }

  /// The first token: that of an attribute, a modifier, or the keyword.
  package var first: Int {
    min(
      keyword,
      attributes.first?.tokens.lowerBound ?? keyword,
      modifiers.first?.tokens.lowerBound ?? keyword
    )
  }

  package func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  package func has(_ modifier: String) -> Bool {
    modifiers.contains { $0.name == modifier }
  }

  /// The explicit access level.
  package var writtenAccess: String? {
    modifiers.first { SwiftWords.accessLevels.contains($0.name) }?.name
  }
}

/// Keywords at the beginning of declarations.
enum SwiftWords {
  static let accessLevels: Set<String> = [
    "open", "public", "package", "internal", "fileprivate", "private",
  ]

  static let modifiers: Set<String> = accessLevels.union([
    "final", "override", "static", "lazy", "weak", "unowned", "dynamic", "optional", "required",
    "convenience", "mutating", "nonmutating", "nonisolated", "indirect", "infix", "prefix",
    "postfix", "isolated", "distributed", "borrowing", "consuming", "__consuming", "async",
  ])
}
