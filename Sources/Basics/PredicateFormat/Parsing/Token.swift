/// A token of the predicate format.
struct Token {
  enum Kind: Equatable {
    case end

    /// A word, with the keyword it spells, if any.
    case word(String, Keyword?)

    /// `#order`, without the sign: a word that is never a keyword.
    case escapedWord(String)

    /// `add:to:`
    case selector(String)

    /// `$name`, without the sign.
    case variable(String)

    /// `@count`, without the sign.
    case collectionOperator(String)

    case string(String)
    case number(Constant)
    case argument(FormatArgument.Conversion)
    case symbol(Symbol)
  }

  var kind: Kind
  var start: Int
  var end: Int
}

enum Symbol: String {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case assign = ":="

  case equal = "="
  case doubleEqual = "=="
  case notEqual = "!="
  case lessGreater = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case equalOrLess = "=<"
  case greater = ">"
  case greaterOrEqual = ">="
  case equalOrGreater = "=>"

  case doubleAmpersand = "&&"
  case doubleBar = "||"
  case exclamation = "!"

  case plus = "+"
  case minus = "-"
  case times = "*"
  case power = "**"
  case divide = "/"
  case ampersand = "&"
  case bar = "|"
  case caret = "^"
  case tilde = "~"
  case shiftLeft = "<<"
  case shiftRight = ">>"

  /// The longest operator that starts with two bytes.
  init?(_ first: UInt8, followedBy second: UInt8) {
    switch (Unicode.Scalar(first), Unicode.Scalar(second)) {
    case (":", "="): self = .assign
    case ("=", "="): self = .doubleEqual
    case ("=", "<"): self = .equalOrLess
    case ("=", ">"): self = .equalOrGreater
    case ("!", "="): self = .notEqual
    case ("<", ">"): self = .lessGreater
    case ("<", "="): self = .lessOrEqual
    case ("<", "<"): self = .shiftLeft
    case (">", "="): self = .greaterOrEqual
    case (">", ">"): self = .shiftRight
    case ("&", "&"): self = .doubleAmpersand
    case ("|", "|"): self = .doubleBar
    case ("*", "*"): self = .power
    case (let single, _):
      guard let symbol = Symbol(single) else { return nil }
      self = symbol
    }
  }

  private init?(_ single: Unicode.Scalar) {
    switch single {
    case "(": self = .openParenthesis
    case ")": self = .closeParenthesis
    case "{": self = .openBrace
    case "}": self = .closeBrace
    case "[": self = .openBracket
    case "]": self = .closeBracket
    case ",": self = .comma
    case ".": self = .dot
    case "=": self = .equal
    case "<": self = .less
    case ">": self = .greater
    case "!": self = .exclamation
    case "+": self = .plus
    case "-": self = .minus
    case "*": self = .times
    case "/": self = .divide
    case "&": self = .ampersand
    case "|": self = .bar
    case "^": self = .caret
    case "~": self = .tilde
    default: return nil
    }
  }
}
