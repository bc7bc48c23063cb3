internal import Diagnostics

extension TagDefinition {
  /// `{% macro name parameter parameter %}…{% endmacro %}`.
  static let macro = TagDefinition(name: "macro", end: "endmacro") {
    (header, parser) throws(ParseFault) in
    let name = try header.reader.name("the name of a macro")
    var parameters: [TemplateSymbol] = []
    while !header.reader.isAtEnd {
      parameters.append(try header.reader.name("the name of a parameter"))
    }
    // A macro does not see the loops around its definition.
    let labels = parser.loopLabels
    parser.loopLabels = []
    let body = parser.body(of: header, until: ["endmacro"]).body
    parser.loopLabels = labels
    return MacroNode(
      macro: Macro(
        name: name,
        parameters: parameters,
        body: body,
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
    var arguments: [any TemplateExpression] = []
    while !header.reader.isAtEnd { arguments.append(try header.reader.range()) }
    return CallNode(name: word.text, macro: macro, arguments: arguments, spot: header.spot)
  }
}

/// A part of a template that is rendered by calls.
///
/// Macros are variables, so they follow the rules of scopes and can be passed to other macros.
final class Macro: TemplateObject {
  let name: TemplateSymbol
  let parameters: [TemplateSymbol]
  let body: Body
  /// The path of the template that defines it.
  let path: String

  init(name: TemplateSymbol, parameters: [TemplateSymbol], body: Body, path: String) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.path = path
  }

  var keys: [String] { [] }

  func value(forKey key: TemplateKey) -> TemplateValue? { nil }
}

extension TemplateValue {
  /// The macro, if the value is one.
  var macro: Macro? {
    // Cheaper than a conditional cast, which checks for protocols too.
    guard case .object(let object) = self, type(of: object) == Macro.self else { return nil }
    // Its class was compared above.
    return unsafeDowncast(object, to: Macro.self)
  }
}

// All properties are constants, and safe to share.
private final class MacroNode: TemplateNode, @unchecked Sendable {
  private let macro: Macro

  init(macro: Macro) {
    self.macro = macro
  }

  override func render(in rendering: Rendering) throws -> Flow {
    rendering.scopes.set(macro.name, to: .object(macro))
    return .onward
  }
}

// All properties are constants, and safe to share.
private final class CallNode: TemplateNode, @unchecked Sendable {
  private let title: Rendering.Title
  private let macro: any TemplateExpression
  /// The first argument: few macros have more.
  private let argument: (any TemplateExpression)?
  private let otherArguments: [any TemplateExpression]
  private let spot: SourceSpan

  init(
    name: String,
    macro: any TemplateExpression,
    arguments: [any TemplateExpression],
    spot: SourceSpan
  ) {
    title = Rendering.Title(kind: .macro, name: name)
    self.macro = macro
    argument = arguments.first
    otherArguments = Array(arguments.dropFirst())
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    guard let macro = try macro.evaluate(in: rendering).macro else {
      let names = rendering.visibleNames { $0.macro != nil }
      throw rendering.failure(
        .value,
        "there is no macro '\(title.name)'",
        at: spot,
        hint: Suggestion.didYouMean(title.name, among: names)
      )
    }
    // Arguments are evaluated in the scope of the caller.
    let first = try argument?.evaluate(in: rendering)
    let others =
      otherArguments.isEmpty ? [] : try otherArguments.map { try $0.evaluate(in: rendering) }
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    // Extra arguments are ignored; parameters without an argument are not set.
    if let first, !macro.parameters.isEmpty {
      rendering.scopes.set(macro.parameters[0], to: first)
    }
    for index in others.indices where index + 1 < macro.parameters.count {
      rendering.scopes.set(macro.parameters[index + 1], to: others[index])
    }
    try rendering.enter(title, of: macro.path, from: spot)
    defer { rendering.leave() }
    return try rendering.render(macro.body)
  }
}
