/// A part of a template that can be rendered.
///
/// Nodes are values: a template that was read once can be rendered many times, and at the same
/// time.
protocol Node: Sendable {
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
struct TextNode: Node {
  let bytes: [UInt8]

  func render(in rendering: Rendering) throws -> Flow {
    try rendering.write(bytes)
    return .onward
  }
}

/// `{{ … }}`.
struct OutputNode: Node {
  let expression: Expression
  let spot: Spot

  func render(in rendering: Rendering) throws -> Flow {
    let value = try rendering.evaluate(expression)
    if case .string(let text) = value {
      try rendering.write(text)
    } else {
      try rendering.write(rendering.text(of: value, at: spot))
    }
    return .onward
  }
}
