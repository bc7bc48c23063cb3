import Foundation
import PredicateFormat

/// Substitutes arguments for `%@`, `%K` and `%d`.
struct ArgumentBinding {
  let format: String
  let arguments: [Any?]

  /// Parses a predicate and substitutes the arguments.
  func predicate() throws -> PredicateTree {
    let parsed = try located { () throws(PredicateSyntaxError) in
      try ParsedFormats.shared.format(format)
    }
    return try tree(of: parsed)
  }

  /// Substitutes the arguments in a parsed predicate.
  func tree(of parsed: ParsedFormat) throws -> PredicateTree {
    if parsed.arguments.isEmpty { return PredicateTree(parsed.tree) }
    var table = ValueTable()
    let root = try parsed.tree.applying(substitution(for: parsed.arguments, in: &table))
    guard !root.isHigher(than: maximumTreeHeight) else { throw PredicateFormatError.tooDeep }
    return PredicateTree(root, values: table.values)
  }

  /// Parses an expression and substitutes the arguments.
  func expression() throws -> ExpressionTree {
    let parsed = try located { () throws(PredicateSyntaxError) in
      try ExpressionNode(parsing: format)
    }
    var table = ValueTable()
    let root = try parsed.applying(substitution(for: parsed.arguments, in: &table))
    guard !root.isHigher(than: maximumTreeHeight) else { throw PredicateFormatError.tooDeep }
    return ExpressionTree(root, values: table.values)
  }

  private func located<Result>(
    _ parse: () throws(PredicateSyntaxError) -> Result
  ) throws(PredicateFormatError) -> Result {
    do {
      return try parse()
    } catch {
      throw PredicateFormatError(error, format: format)
    }
  }

  /// The replacement of each argument.
  private func substitution(
    for uses: [FormatArgument],
    in table: inout ValueTable
  ) throws(PredicateFormatError) -> Substitution {
    // Numbered from 0, so that arrays serve as tables.
    let count = uses.reduce(0) { max($0, $1.index + 1) }
    var nodes: [ExpressionNode?] = Array(repeating: nil, count: count)
    var paths: [[PropertyPath.Component]?] = []
    for use in uses {
      if use.conversion == .keyPath {
        if paths.isEmpty { paths = Array(repeating: nil, count: count) }
        paths[use.index] = try keyPath(use)
      } else {
        nodes[use.index] = try value(use, in: &table)
      }
    }
    var substitution = Substitution()
    substitution.argument = { nodes[checked: $0.index] ?? nil }
    if !paths.isEmpty { substitution.pathArgument = { paths[checked: $0.index] ?? nil } }
    return substitution
  }

  private func argument(_ use: FormatArgument) throws(PredicateFormatError) -> Any? {
    guard let argument = arguments[checked: use.index] else {
      throw error("argument \(use.index + 1) (%\(use.conversion.rawValue)) is missing")
    }
    return unwrapped(argument)
  }

  private func keyPath(
    _ use: FormatArgument
  ) throws(PredicateFormatError) -> [PropertyPath.Component] {
    guard let text = text(try argument(use)) else {
      throw error(
        "argument \(use.index + 1) (%K) is not a key path but \(shown(try argument(use)))"
      )
    }
    let components = PropertyPath.Component.components(of: text)
    guard !components.isEmpty else {
      throw error("argument \(use.index + 1) (%K) is empty")
    }
    return components
  }

  private func value(
    _ use: FormatArgument,
    in table: inout ValueTable
  ) throws(PredicateFormatError) -> ExpressionNode {
    let argument = try argument(use)
    switch use.conversion {
    case .object, .keyPath, .pointer, .signedInteger, .unsignedInteger:
      return table.constant(argument)
    case .real:
      let constant = table.constant(argument)
      if case .constant(.integer(let value)) = constant { return .constant(.real(Double(value))) }
      return constant
    case .character:
      if case .constant(.integer(let code)) = table.constant(argument),
        let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
      {
        return .constant(.string(String(scalar)))
      }
      return table.constant(argument)
    case .cString:
      if let pointer = argument as? UnsafePointer<CChar> {
        return .constant(.string(String(cString: pointer)))
      }
      return table.constant(argument)
    }
  }

  private func text(_ argument: Any?) -> String? {
    switch argument {
    case let text as String: text
    case let keyPath as AnyKeyPath: KeyPathNames.shared.name(of: keyPath)
    default: nil
    }
  }

  private func shown(_ argument: Any?) -> String {
    guard let argument else { return "nil" }
    return String(describing: type(of: argument))
  }

  private func error(_ message: String) -> PredicateFormatError {
    PredicateFormatError(message: message, format: format)
  }
}
