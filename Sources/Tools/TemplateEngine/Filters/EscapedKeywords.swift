/// The keywords that `escapeReservedKeywords` puts in backticks, from the lists of "The Swift Programming
/// Language".
///
/// They include keywords that are reserved in some contexts only: a template does not know where a name
/// will be used, and existing templates rely on it.
enum EscapedKeywords {
  static let all = Set(declarations + statements + expressions + signs + contextual)

  private static let declarations = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "precedencegroup", "private",
    "protocol", "public", "static", "struct", "subscript", "typealias", "var",
  ]

  private static let statements = [
    "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "switch", "where", "while",
  ]

  private static let expressions = [
    "as", "Any", "catch", "false", "is", "nil", "rethrows", "self", "Self", "super", "throw",
    "throws", "true", "try", "_",
  ]

  private static let signs = [
    "#available", "#colorLiteral", "#column", "#else", "#elseif", "#endif", "#file", "#fileLiteral",
    "#function", "#if", "#imageLiteral", "#line", "#selector", "#sourceLocation",
  ]

  private static let contextual = [
    "associativity", "convenience", "didSet", "dynamic", "final", "get", "indirect", "infix",
    "lazy", "left", "mutating", "none", "nonmutating", "optional", "override", "postfix",
    "precedence", "prefix", "Protocol", "required", "right", "set", "Type", "unowned", "weak",
    "willSet",
  ]
}
