extension TagDefinition {
  /// `{% now ["format"] %}`.
  static let now = TagDefinition(name: "now") { (header, _) throws(ParseFault) in
    var format: (any TemplateExpression)?
    if !header.reader.isAtEnd { format = try header.reader.range() }
    try header.reader.expectEnd()
    return NowNode(format: format, spot: header.spot)
  }
}

/// Writes the time of the environment, in UTC.
private final class NowNode: TemplateNode, @unchecked Sendable {
  private let format: (any TemplateExpression)?
  private let spot: SourceSpan

  init(format: (any TemplateExpression)?, spot: SourceSpan) {
    self.format = format
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    guard let time = rendering.environment.time else {
      throw rendering.failure(
        .value,
        "'now' has no time",
        at: spot,
        hint: "the output must not change from run to run; set SOURCE_DATE_EPOCH"
      )
    }
    var pattern = "M/d/yyyy 'at' h:mm a"
    if let format, case .string(let text) = try format.evaluate(in: rendering) { pattern = text }
    try rendering.write(CalendarTime(secondsSince1970: time).formatted(pattern))
    return .onward
  }
}
