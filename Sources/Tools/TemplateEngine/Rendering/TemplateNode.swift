/// A part of a template that can be rendered; the base class renders nothing.
///
/// Nodes are immutable: a template can be rendered many times, and concurrently.
class TemplateNode: @unchecked Sendable {
  func render(in rendering: Rendering) throws -> Flow { .onward }
}

/// The control flow after a node.
enum Flow: Sendable, Hashable {
  case onward
  /// Leave loops: 0 is the innermost.
  case leaveLoop(Int)
  /// Continue with the next element of a loop: 0 is the innermost.
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
