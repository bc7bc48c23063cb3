extension TagDefinition {
  /// `{% extends "template" %}`.
  static let extends = TagDefinition(name: "extends") { (header, parser) throws(ParseFault) in
    let name = try header.reader.range()
    try header.reader.expectEnd()
    guard !parser.isNested else {
      throw ParseFault("'extends' must not be within another tag", at: header.spot)
    }
    var blocks: [String: BlockDefinition] = [:]
    for node in parser.rest() {
      if let extends = node as? ExtendsNode {
        throw ParseFault("a template can extend only one other", at: extends.spot)
      }
      if let block = node as? BlockNode { blocks[block.definition.name] = block.definition }
    }
    return ExtendsNode(name: name, blocks: blocks, spot: header.spot)
  }

  /// `{% block name %}…{% endblock %}`.
  static let block = TagDefinition(name: "block", end: "endblock") {
    (header, parser) throws(ParseFault) in
    let name = try header.reader.name("the name of a block").text
    try header.reader.expectEnd()
    let body = parser.body(of: header, until: ["endblock"]).body
    return BlockNode(
      definition: BlockDefinition(name: name, body: body, path: parser.templatePath),
      spot: header.spot
    )
  }
}

/// Renders another template, with the blocks of this one overriding those of the same names.
private final class ExtendsNode: TemplateNode, @unchecked Sendable {
  private let name: any TemplateExpression
  private let blocks: [String: BlockDefinition]
  let spot: SourceSpan

  init(name: any TemplateExpression, blocks: [String: BlockDefinition], spot: SourceSpan) {
    self.name = name
    self.blocks = blocks
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let (parent, title) = try rendering.template(name, by: "extends", at: spot)
    let state = rendering.blocks.override(by: blocks)
    defer { rendering.blocks.restore(state) }
    try rendering.enter(title, of: parent.path, from: spot)
    defer { rendering.leave() }
    return try rendering.render(parent.body)
  }
}

// All properties are constants, and safe to share.
private final class BlockNode: TemplateNode, @unchecked Sendable {
  let definition: BlockDefinition
  private let spot: SourceSpan

  init(definition: BlockDefinition, spot: SourceSpan) {
    self.definition = definition
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let definitions = rendering.blocks.overrides(of: definition.name) + [definition]
    let running = RunningBlock(definitions: definitions, index: 0, spot: spot)
    guard !rendering.blocks.hasContent(of: definition.name) else {
      return try rendering.render(running)
    }
    let (text, flow) = try rendering.capture { try rendering.render(running) }
    rendering.blocks.keep(text, of: definition.name)
    try rendering.write(text)
    return flow
  }
}

extension Rendering {
  /// Renders one of the definitions of a block; `block.super` in it means the next one.
  fileprivate func render(_ block: RunningBlock) throws -> Flow {
    let definition = block.definitions[block.index]
    blocks.running.append(block)
    defer { blocks.running.removeLast() }
    // The block as written in the template needs no scope; an overriding one
    // must not leave its variables behind.
    guard block.definitions.count > 1 else { return try render(definition.body) }
    let title = Title(kind: .block, name: definition.name)
    try enter(title, of: definition.path, from: block.spot)
    defer { leave() }
    return try renderScoped(definition.body)
  }

  /// The value of `block.super`, or of `block.name`, the text of a block that was rendered before; nil for
  /// other keys.
  func blockValue(_ key: String) throws -> TemplateValue? {
    if key == "super", var block = blocks.running.last {
      block.index += 1
      guard block.index < block.definitions.count else { return .null }
      return .string(try capture { try render(block) }.text)
    }
    return blocks.content(of: key).map(TemplateValue.string)
  }
}
