/// A function that a template applies with `value|name:argument,argument`.
package struct Filter: Sendable {
  package let name: String

  /// A summary in one sentence, for lists of filters.
  package let summary: String

  let apply: @Sendable (FilterCall) throws -> TemplateValue

  package init(
    _ name: String,
    _ summary: String,
    apply: @escaping @Sendable (FilterCall) throws -> TemplateValue
  ) {
    self.name = name
    self.summary = summary
    self.apply = apply
  }
}

/// The input of a filter.
package struct FilterCall {
  package let name: String
  package let value: TemplateValue
  package let arguments: [TemplateValue]

  /// The limits of the rendering, such as the greatest length of a text.
  package let limits: RenderLimits

  /// The work of the filter beyond reading its value once; it counts towards the step limit.
  let work: FilterWork
}

/// A counter of the work that a filter does.
final class FilterWork {
  /// The number of bytes that can be read or written in one step.
  static let bytesPerStep = 16

  private(set) var steps = 0

  /// The number of steps that the rendering has left.
  private let allowance: Int

  init(allowance: Int) {
    self.allowance = allowance
  }

  /// Counts steps, before the work if there can be many.
  func spend(_ count: Int) throws(FilterError) {
    let (sum, overflow) = steps.addingReportingOverflow(count)
    guard !overflow, sum <= allowance else { throw .tooMuchWork }
    steps = sum
  }
}

extension FilterCall {
  /// The text of any value, as `{{ … }}` writes it.
  package func text(of value: TemplateValue) throws(FilterError) -> String {
    try ValueWriter.text(of: value, limit: limits.outputBytes)
  }

  /// The value as a string: a string, number or boolean.
  ///
  /// All else is an error.
  package func string() throws(FilterError) -> String {
    guard let text = Self.scalarText(value) else {
      throw FilterError(
        "filter '\(name)' needs a string, not \(value.kindName)",
        hint: value.isNull
          ? "does the variable exist? '|default:\"\"' replaces a missing value" : nil
      )
    }
    return text
  }

  /// An argument as a string, or nil when there are fewer arguments.
  package func string(at index: Int) throws(FilterError) -> String? {
    guard arguments.indices.contains(index) else { return nil }
    guard let text = Self.scalarText(arguments[index]) else {
      throw FilterError(
        "argument \(index + 1) of filter '\(name)' must be a string, "
          + "not \(arguments[index].kindName)"
      )
    }
    return text
  }

  /// An argument as a string.
  ///
  /// A missing argument is an error.
  package func requiredString(at index: Int) throws(FilterError) -> String {
    guard let text = try string(at: index) else {
      throw FilterError("filter '\(name)' needs \(index + 1) argument\(index == 0 ? "" : "s")")
    }
    return text
  }

  /// An argument as a boolean, which can be spelled `true`, `yes`, `1`, `false`, `no` or `0`.
  package func flag(at index: Int, default standard: Bool) throws(FilterError) -> Bool {
    guard let text = try string(at: index) else { return standard }
    switch text.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw FilterError(
        "argument \(index + 1) of filter '\(name)' must be true or false, not '\(text)'"
      )
    }
  }

  /// An argument that is one of a few words.
  package func mode<Mode: RawRepresentable<String> & CaseIterable>(
    at index: Int,
    default standard: Mode
  ) throws(FilterError) -> Mode {
    guard let text = try string(at: index) else { return standard }
    guard let mode = Mode(rawValue: text) else {
      let words = Mode.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw FilterError("'\(text)' is not a mode of filter '\(name)'", hint: "use one of \(words)")
    }
    return mode
  }

  /// Throws if there are more arguments than these.
  package func allowArguments(upTo count: Int) throws(FilterError) {
    guard arguments.count <= count else {
      let words = count == 1 ? "1 argument" : "\(count) arguments"
      throw FilterError("filter '\(name)' takes at most \(words), not \(arguments.count)")
    }
  }

  /// Counts a text that is about to be created towards the limits.
  ///
  /// The size is nil after an overflow.
  func willMakeText(ofSize size: Int?) throws(FilterError) {
    guard let size, size <= limits.outputBytes else { throw .tooLong(limits.outputBytes) }
    try work.spend(size / FilterWork.bytesPerStep)
  }

  /// Creates a text that cannot grow beyond the limit.
  func boundedText() -> BoundedText {
    BoundedText(limit: limits.outputBytes)
  }

  private static func scalarText(_ value: TemplateValue) -> String? {
    switch value {
    case .string(let value): value
    case .int(let value): String(value)
    case .double(let value): value.description
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}

/// A text that cannot grow beyond a limit: filters can multiply their input.
struct BoundedText {
  private(set) var text = ""
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ more: some StringProtocol) throws(FilterError) {
    guard text.utf8.count + more.utf8.count <= limit else { throw .tooLong(limit) }
    text.append(contentsOf: more)
  }
}
