import ManagedModel

extension Attribute {
  /// A new attribute as Xcode makes it.
  static func new(_ name: String, type: AttributeType) -> Self {
    var attribute = Attribute(name: name, isOptional: true)
    attribute.take(type)
    attribute.defaultValueText =
      switch type {
      case .integer16, .integer32, .integer64: "0"
      case .double, .float, .decimal: "0.0"
      default: nil
      }
    return attribute
  }

  /// Sets the fields in turn, the type first: the others are parsed according to it.
  mutating func set(_ assignments: [Assignment]) throws(EditProblem) {
    for assignment in assignments.stablyFirst(where: { $0.name == "type" }) {
      try set(assignment)
    }
  }

  private mutating func set(_ assignment: Assignment) throws(EditProblem) {
    switch assignment.name {
    case "type":
      guard let text = assignment.text else {
        return take(.undefined)
      }
      take(try Self.type(named: text))
    case "default": try setDefault(assignment.text)
    case "min":
      (minimumText, minimumDateTimeInterval) = try bound(assignment.text)
    case "max":
      (maximumText, maximumDateTimeInterval) = try bound(assignment.text)
    case "derivation":
      derivationExpression = assignment.text
      isDerived = assignment.text != nil
    default: try FieldSetter<Attribute>.attribute.set(assignment, in: &self)
    }
  }

  /// The type with a name such as `Integer 16`, `integer16`, `int16`, `bool`.
  package static func type(named text: String) throws(EditProblem) -> AttributeType {
    let short = ["int16": "Integer 16", "int32": "Integer 32", "int64": "Integer 64"]
    let more = ["bool": "Boolean", "data": "Binary", "url": "URI", "undefined": ""]
    let word = FieldNames.plain(text)
    let name = short[word] ?? more[word] ?? text
    if name.isEmpty { return .undefined }
    let names = AttributeType.allCases.compactMap(\.fileName)
    let chosen = try FieldNames.chosen(name, among: names, field: "type")
    return AttributeType(fileName: chosen) ?? .undefined
  }

  /// Changes the type; settings that do not apply to it are dropped.
  private mutating func take(_ type: AttributeType) {
    self.type = type
    usesScalarValueType =
      switch type {
      case .integer16, .integer32, .integer64, .double, .float, .boolean: true
      case .date, .uuid: false
      default: nil
      }
    if defaultValue == nil { defaultValueText = nil }
    if type != .date {
      defaultDateTimeInterval = nil
      minimumDateTimeInterval = nil
      maximumDateTimeInterval = nil
    }
    if !type.isNumeric, type != .string {
      minimumText = nil
      maximumText = nil
    }
    if type != .string { regularExpression = nil }
    if type != .composite { compositeName = nil }
    if type != .transformable {
      valueTransformerName = nil
      customClassName = nil
    }
  }

  private mutating func setDefault(_ text: String?) throws(EditProblem) {
    guard type == .date else {
      var changed = self
      changed.defaultValueText = text
      guard text == nil || changed.defaultValue != nil else {
        throw EditProblem(
          "'\(text ?? "")' is not a value of type \(type.fileName ?? "Undefined")"
        )
      }
      if type == .boolean, case .boolean(let flag) = changed.defaultValue {
        changed.defaultValueText = flag ? "YES" : "NO"
      }
      self = changed
      return
    }
    defaultDateTimeInterval = try text.map(DateText.interval)
    if text == nil { defaultValueText = nil }
  }

  /// The two forms of a bound, of which an attribute has one.
  private func bound(_ text: String?) throws(EditProblem) -> (String?, Double?) {
    guard let text else { return (nil, nil) }
    if type == .date { return (nil, try DateText.interval(text)) }
    guard type.isNumeric || type == .string else {
      throw EditProblem("values of type \(type.fileName ?? "Undefined") have no bounds")
    }
    guard let number = Double(text), number.isFinite else {
      throw EditProblem("'\(text)' is not a number")
    }
    return (text, nil)
  }
}

extension [Assignment] {
  /// The assignments with some of them first, each group in its order.
  func stablyFirst(where isFirst: (Assignment) -> Bool) -> [Assignment] {
    filter(isFirst) + filter { !isFirst($0) }
  }
}

/// Parses dates such as `2026-01-31`, `2026-01-31T12:00:00Z`, or seconds since 2001.
enum DateText {
  /// Seconds since 2001-01-01 00:00:00 UTC.
  static func interval(_ text: String) throws(EditProblem) -> Double {
    if let seconds = Double(text), seconds.isFinite { return seconds }
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let day = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let time = parts.count == 2 ? seconds(parts[1]) : 0
    guard parts.count <= 2, day.count == 3, let year = day[0], let month = day[1],
      let date = day[2], (1...9_999).contains(year), (1...12).contains(month),
      (1...31).contains(date), let time
    else {
      throw EditProblem(
        "'\(text)' is not a date",
        hint: "write 2026-01-31, 2026-01-31T12:00:00Z, or seconds since 2001-01-01 00:00:00 UTC"
      )
    }
    return Double(days(year, month, date) - days(2001, 1, 1)) * 86_400 + Double(time)
  }

  private static func seconds(_ text: Substring) -> Int? {
    guard text.last == "Z" else { return nil }
    let parts = text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// The number of a day in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last.
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return 365 * marchYear + leapDays + (153 * marchMonth + 2) / 5 + day
  }
}
