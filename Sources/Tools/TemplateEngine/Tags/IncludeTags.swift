extension TagDefinition {
  /// `{% include "template" [context] %}`.
  static let include = TagDefinition(name: "include") { (header, _) throws(ParseFault) in
    let name = try header.reader.range()
    var context: (any TemplateExpression)?
    if !header.reader.isAtEnd { context = try header.reader.range() }
    try header.reader.expectEnd()
    return IncludeNode(name: name, context: context, spot: header.spot)
  }

  /// `{% import "template" %}`.
  static let `import` = TagDefinition(name: "import") { (header, _) throws(ParseFault) in
    let name = try header.reader.range()
    try header.reader.expectEnd()
    return ImportNode(name: name, spot: header.spot)
  }
}

/// Renders another template in a new scope, in which the parts of an object can be visible.
private final class IncludeNode: TemplateNode, @unchecked Sendable {
  private let name: any TemplateExpression
  private let context: (any TemplateExpression)?
  private let spot: SourceSpan

  init(name: any TemplateExpression, context: (any TemplateExpression)?, spot: SourceSpan) {
    self.name = name
    self.context = context
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let (template, title) = try rendering.template(name, by: "include", at: spot)
    let context = try context.map { try $0.evaluate(in: rendering) }
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    if let context { rendering.scopes.include(context) }
    let chain = rendering.blocks.leaveChain()
    defer { rendering.blocks.restore(chain) }
    try rendering.enter(title, of: template.path, from: spot)
    defer { rendering.leave() }
    return try rendering.render(template.body)
  }
}

/// Renders another template for the variables and macros that it sets; its output is dropped.
private final class ImportNode: TemplateNode, @unchecked Sendable {
  private let name: any TemplateExpression
  private let spot: SourceSpan

  init(name: any TemplateExpression, spot: SourceSpan) {
    self.name = name
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let (template, title) = try rendering.template(name, by: "import", at: spot)
    let chain = rendering.blocks.leaveChain()
    defer { rendering.blocks.restore(chain) }
    try rendering.enter(title, of: template.path, from: spot)
    defer { rendering.leave() }
    return try rendering.capture { try rendering.render(template.body) }.flow
  }
}

extension Rendering {
  /// The template that an expression names, and the title of its use in messages.
  func template(
    _ name: any TemplateExpression,
    by tag: String,
    at spot: SourceSpan
  ) throws -> (template: CachedTemplate, title: Title) {
    let value = try name.evaluate(in: self)
    guard case .string(let name) = value else {
      throw failure(
        .value,
        "'\(tag)' needs the name of a template, not \(value.kindName)",
        at: spot
      )
    }
    return (try template(named: name, at: spot), Title(kind: .template, name: name))
  }
}
