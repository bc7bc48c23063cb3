/// Filters that search for a text in another.
///
/// Those with a Boolean result exist in a negated form with `!` as well.
let substringFilters: [Filter] =
  [
    condition("contains", "Whether the text contains another.") { text, part in
      BytePattern(part).isContained(in: text)
    },
    condition("hasPrefix", "Whether the text begins with another.") { text, part in
      text.hasPrefix(part)
    },
    condition("hasSuffix", "Whether the text ends with another.") { text, part in
      text.hasSuffix(part)
    },
  ].flatMap(\.self) + [
    Filter("replace", "Replaces a text, or a regular expression with mode `regex`, by another.") {
      call in
      let text = try call.string()
      let pattern = try call.requiredString(at: 0)
      let replacement = try call.requiredString(at: 1)
      switch try call.mode(at: 2, default: ReplacementMode.normal) {
      case .normal: return .string(try replaced(pattern, in: text, by: replacement, call))
      case .regex: return .string(try matched(pattern, in: text, by: replacement, call))
      }
    }
  ]

private enum ReplacementMode: String, CaseIterable {
  case normal
  case regex
}

private func condition(
  _ name: String,
  _ summary: String,
  holds: @escaping @Sendable (String, String) -> Bool
) -> [Filter] {
  @Sendable func evaluate(_ call: FilterCall) throws -> Bool {
    holds(try call.string(), try call.requiredString(at: 0))
  }
  return [
    Filter(name, summary) { .bool(try evaluate($0)) },
    Filter("!" + name, "The opposite of `\(name)`.") { .bool(try !evaluate($0)) },
  ]
}

private func replaced(
  _ part: String,
  in text: String,
  by replacement: String,
  _ call: FilterCall
) throws -> String {
  // Visiting every byte is more work than reading the text.
  try call.work.spend(text.utf8.count)
  let pattern = BytePattern(part)
  let bytes = Array(text.utf8)
  let replacementSize = replacement.utf8.count
  let count = pattern.occurrences(in: bytes)
  guard count > 0 else { return text }
  let growth = count.checkedProduct(replacementSize - pattern.count)
  let size = growth.flatMap(bytes.count.checkedSum)
  try call.willMakeText(ofSize: size)
  try call.work.spend(count)
  let result = pattern.replaced(in: bytes, by: Array(replacement.utf8), size: size ?? 0)
  return String(decoding: result, as: UTF8.self)
}

private func matched(
  _ pattern: String,
  in text: String,
  by replacement: String,
  _ call: FilterCall
) throws -> String {
  do {
    let pattern = try RegularExpression(pattern)
    let result = try pattern.replacingMatches(
      in: text,
      with: replacement,
      longest: call.limits.outputBytes
    )
    // The steps of matching are cheap.
    try call.work.spend(result.steps / 8)
    return result.text
  } catch let error as RegularExpressionError {
    throw FilterError(error.message, hint: error.hint)
  }
}
