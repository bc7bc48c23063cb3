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
    var arguments: [Expression] = []
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

private struct MacroNode: Node {
  let macro: Macro

  func render(in rendering: Rendering) throws -> Flow {
    rendering.scopes.set(macro.name, to: .object(macro))
    return .onward
  }
}

private struct CallNode: Node {
  let name: String
  let macro: Expression
  let arguments: [Expression]
  let spot: Spot

  func render(in rendering: Rendering) throws -> Flow {
    guard case .object(let object) = try rendering.evaluate(macro), let macro = object as? Macro
    else {
      let names = rendering.scopes.names { value in
        if case .object(let object) = value { object is Macro } else { false }
      }
      throw rendering.failure(
        .value,
        "there is no macro '\(name)'",
        at: spot,
        hint: Suggestion.didYouMean(name, among: names.sorted())
      )
    }
    let values = try arguments.map { try rendering.evaluate($0) }
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    // Arguments without parameter are ignored; parameters without argument have no value of theirs.
    for (parameter, value) in zip(macro.parameters, values) {
      rendering.scopes.set(parameter, to: value)
    }
    return try rendering.enter("macro '\(name)'", of: macro.path, from: spot) {
      try rendering.render(macro.nodes)
    }
  }
}
