internal import Diagnostics

extension TagDefinition {
  /// `{% break [label] %}`.
  static let `break` = TagDefinition(name: "break") { (header, parser) throws(ParseFault) in
    let level = try loopLevel(&header, parser)
    parser.noteEnd(ofLoops: level + 1)
    return LoopControlNode(flow: .leaveLoop(level))
  }

  /// `{% continue [label] %}`.
  static let `continue` = TagDefinition(name: "continue") { (header, parser) throws(ParseFault) in
    let level = try loopLevel(&header, parser)
    parser.noteEnd(ofLoops: level)
    return LoopControlNode(flow: .nextElement(level))
  }

  /// The number of loops between the tag and the loop that it refers to.
  private static func loopLevel(
    _ header: inout TagHeader,
    _ parser: TemplateParser
  ) throws(ParseFault) -> Int {
    guard !parser.loopLabels.isEmpty else {
      throw ParseFault("'\(header.name)' must be within a 'for'", at: header.spot)
    }
    guard !header.reader.isAtEnd else { return 0 }
    let spot = header.reader.spot
    let label = try header.reader.name("the label of a loop").text
    try header.reader.expectEnd()
    guard let index = parser.loopLabels.lastIndex(of: label) else {
      throw ParseFault(
        "no loop around this has the label '\(label)'",
        at: spot,
        hint: Suggestion.didYouMean(label, among: parser.loopLabels.compactMap(\.self))
      )
    }
    return parser.loopLabels.count - 1 - index
  }
}

// All properties are constants, and safe to share.
private final class LoopControlNode: TemplateNode, @unchecked Sendable {
  private let flow: Flow

  init(flow: Flow) {
    self.flow = flow
  }

  override func render(in rendering: Rendering) throws -> Flow { flow }
}
