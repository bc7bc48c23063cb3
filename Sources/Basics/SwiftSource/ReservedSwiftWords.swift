/// The words that cannot be the name of a member unless they stand in backticks.
///
/// Contextual words that only mean something in other places (`lazy`, `get`) are not among them, so that
/// generated code has no backticks without need.
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
    // Words with a meaning after a dot or a type
    "Protocol", "Type",
  ]
}
