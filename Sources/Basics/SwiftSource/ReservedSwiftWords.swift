/// The keywords that need backticks as names of members.
///
/// Contextual keywords (`lazy`, `get`) are not included, so that generated code has no unnecessary backticks.
package enum ReservedSwiftWords {
  package static let all: Set<String> = [
    // Declarations
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
    // Statements
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while",
    // Expressions and types
    "Any", "Self", "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try",
    // Keywords after a dot or a type
    "Protocol", "Type",
  ]
}
