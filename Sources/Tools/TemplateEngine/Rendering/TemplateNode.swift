/// A part of a template that can be rendered; this one renders nothing.
///
/// Nodes never change: a template that was read once can be rendered many times, and at the same time.
class TemplateNode: @unchecked Sendable {
  func render(in rendering: Rendering) throws -> Flow { .onward }
}

/// The way in which rendering goes on after a node.
enum Flow: Sendable, Hashable {
  case onward
  /// Leave loops: 0 is the innermost.
  case leaveLoop(Int)
  /// Go on with the next element of a loop: 0 is the innermost.
  case nextElement(Int)
}

/// `{{ … }}`.
final class OutputNode: TemplateNode, @unchecked Sendable {
  private let expression: any TemplateExpression
  private let spot: SourceSpan

  init(expression: any TemplateExpression, spot: SourceSpan) {
    self.expression = expression
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    try expression.write(to: rendering, at: spot)
    return .onward
  }
}
