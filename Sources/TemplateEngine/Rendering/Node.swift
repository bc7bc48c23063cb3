/// A part of a template that can be rendered.
///
/// Nodes never change: a template that was read once can be rendered many times, and at the same
/// time. They are objects, so that rendering them copies nothing of them.
protocol Node: AnyObject, Sendable {
  func render(in rendering: Rendering) throws -> Flow
}

/// How rendering goes on after a node.
enum Flow: Sendable, Hashable {
  case onward
  /// Leave loops: 0 is the innermost.
  case leaveLoop(Int)
  /// Go on with the next element of a loop: 0 is the innermost.
  case nextElement(Int)
}

/// Text that is copied to the output.
final class TextNode: Node {
  private let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  func render(in rendering: Rendering) throws -> Flow {
    try rendering.write(bytes)
    return .onward
  }
}

/// `{{ … }}`.
final class OutputNode: Node {
  private let expression: any Expression
  private let spot: Spot

  init(expression: any Expression, spot: Spot) {
    self.expression = expression
    self.spot = spot
  }

  func render(in rendering: Rendering) throws -> Flow {
    switch try expression.evaluate(in: rendering) {
    case .string(let text): try rendering.write(text)
    case .null: break
    case let value: try rendering.write(rendering.text(of: value, at: spot))
    }
    return .onward
  }
}
