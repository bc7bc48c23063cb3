/// The state of a running `for` loop, visible as `forloop`.
struct LoopState {
  let label: String?
  let count: Int

  /// The position of the loop, in the template or macro of this depth.
  let spot: SourceSpan
  let frameDepth: Int

  var index = 0

  /// A part that every loop has.
  enum Part: String, CaseIterable, Sendable {
    case first, last, counter, counter0, length
  }

  func value(of part: Part) -> TemplateValue {
    switch part {
    case .first: .bool(index == 0)
    case .last: .bool(index == count - 1)
    case .counter: .int(index + 1)
    case .counter0: .int(index)
    case .length: .int(count)
    }
  }

  func value(forKey key: String) -> TemplateValue? {
    if key == "label" { return label.map(TemplateValue.string) }
    return Part(rawValue: key).map(value(of:))
  }

  /// The state as a value that outlives the loop, with the enclosing labeled loops.
  func snapshot(outer loops: [LoopState]) -> TemplateValue {
    .dictionary(
      entries
        + loops.compactMap { loop in
          loop.label.map { ($0, TemplateValue.dictionary(loop.entries)) }
        }
    )
  }

  private var entries: [(String, TemplateValue)] {
    (Part.allCases.map(\.rawValue) + ["label"]).compactMap { key in
      value(forKey: key).map { (key, $0) }
    }
  }
}
