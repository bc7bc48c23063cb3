internal import Diagnostics

extension TagDefinition {
  /// `{% macro name parameter parameter %}…{% endmacro %}`.
  static let macro = TagDefinition(name: "macro", end: "endmacro") {
    (header, parser) throws(ParseFault) in
    let name = try header.reader.name("the name of a macro")
    var parameters: [TemplateKey] = []
    while !header.reader.isAtEnd {
      parameters.append(try header.reader.name("the name of a parameter"))
    }
    // The loops around a macro are not those around its calls.
    let labels = parser.loopLabels
    parser.loopLabels = []
    let nodes = parser.body(of: header, until: ["endmacro"]).nodes
    parser.loopLabels = labels
    return MacroNode(
      macro: Macro(
        name: name,
        parameters: parameters,
        nodes: nodes,
        path: parser.templatePath
      )
    )
  }

  /// `{% call name argument argument %}`.
  static let call = TagDefinition(name: "call") { (header, _) throws(ParseFault) in
    guard let word = header.reader.peek(), word.kind == .name else {
      throw header.reader.unexpected("the name of a macro")
    }
    let macro = try header.reader.filtered()
    var arguments: [any Expression] = []
    while !header.reader.isAtEnd { arguments.append(try header.reader.range()) }
    return CallNode(name: word.text, macro: macro, arguments: arguments, spot: header.spot)
  }
}

/// A part of a template that is rendered where it is called.
///
/// Macros are variables, so they obey the rules of scopes and can be passed to other macros.
final class Macro: TemplateObject {
  let name: TemplateKey
  let parameters: [TemplateKey]
  let nodes: [any Node]
  /// The template in which it is written.
  let path: String

  init(name: TemplateKey, parameters: [TemplateKey], nodes: [any Node], path: String) {
    self.name = name
    self.parameters = parameters
    self.nodes = nodes
    self.path = path
  }

  var keys: [String] { [] }

  func value(forKey key: TemplateKey) -> TemplateValue? { nil }
}

extension TemplateValue {
  /// The macro that the value is, if it is one.
  var macro: Macro? {
    // Cheaper than a conditional cast, which looks for protocols too.
    guard case .object(let object) = self, type(of: object) == Macro.self else { return nil }
    return unsafeDowncast(object, to: Macro.self)
  }
}

private final class MacroNode: Node {
  private let macro: Macro

  init(macro: Macro) {
    self.macro = macro
  }

  func render(in rendering: Rendering) throws -> Flow {
    rendering.scopes.set(macro.name, to: .object(macro))
    return .onward
  }
}

private final class CallNode: Node {
  private let name: String
  private let macro: any Expression
  private let arguments: [any Expression]
  private let spot: Spot

  init(name: String, macro: any Expression, arguments: [any Expression], spot: Spot) {
    self.name = name
    self.macro = macro
    self.arguments = arguments
    self.spot = spot
  }

  func render(in rendering: Rendering) throws -> Flow {
    guard let macro = try macro.evaluate(in: rendering).macro else {
      let names = rendering.scopes.names { $0.macro != nil }
      throw rendering.failure(
        .value,
        "there is no macro '\(name)'",
        at: spot,
        hint: Suggestion.didYouMean(name, among: names.sorted())
      )
    }
    // Arguments are what they are outside.
    let values = try arguments.map { try $0.evaluate(in: rendering) }
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    // Arguments without parameter are ignored; parameters without argument have no value of theirs.
    for index in 0..<min(macro.parameters.count, values.count) {
      rendering.scopes.set(macro.parameters[index], to: values[index])
    }
    let title = Rendering.Title(kind: .macro, name: name)
    return try rendering.enter(title, of: macro.path, from: spot) {
      try rendering.render(macro.nodes)
    }
  }
}
