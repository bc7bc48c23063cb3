/// Filters of the language that work on values as a whole. (`filter:"name"`, which applies a filter
/// whose name is a value, is part of the grammar.)
let standardFilters: [Filter] = [
  Filter("default", "The first of the value and the arguments that exists.") { call in
    guard call.value.isNull else { return call.value }
    return call.arguments.first { !$0.isNull } ?? .null
  },
  Filter("join", "The elements of an array as one text, with a text between them.") { call in
    try call.allowArguments(upTo: 1)
    guard case .array(let elements) = call.value else { return call.value }
    let separator = try call.arguments.first.map(call.text(of:)) ?? ""
    var text = call.boundedText()
    for (index, element) in elements.enumerated() {
      if index > 0 { try text.append(separator) }
      try text.append(call.text(of: element))
    }
    return .string(text.text)
  },
  Filter("split", "The parts of a string between a text, a space by default.") { call in
    try call.allowArguments(upTo: 1)
    guard case .string(let text) = call.value else { return call.value }
    let separator = try call.arguments.first.map(call.text(of:)) ?? " "
    try call.work.spend(text.utf8.count)
    let bytes = Array(text.utf8)
    let pattern = BytePattern(separator)
    try call.work.spend(pattern.occurrences(in: bytes))
    var parts: [TemplateValue] = []
    pattern.forEachPart(of: bytes) { parts.append(.string(String(decoding: $0, as: UTF8.self))) }
    return .array(parts)
  },
  Filter("sorted", "The elements of an array by their texts, or by the texts of the part named.") {
    call in
    try call.allowArguments(upTo: 1)
    guard case .array(let elements) = call.value else { return call.value }
    let key = try call.string(at: 0)
    let texts = try elements.map { element in try call.text(of: part(key, of: element)) }
    try call.work.spend(elements.count)
    // The sort is stable.
    return .array(
      elements.indices.sorted { (texts[$0], $0) < (texts[$1], $1) }.map { elements[$0] }
    )
  },
  Filter("indent", "Indents all lines but the first: by width, text, and whether the first too.") {
    call in
    try call.allowArguments(upTo: 3)
    return .string(try indented(call))
  },
]

/// A part of an object by its name, or the value itself without a name.
private func part(_ key: String?, of value: TemplateValue) -> TemplateValue {
  guard let key else { return value }
  guard case .object(let object) = value else { return .null }
  return object.value(forKey: key) ?? .null
}

/// Indents lines; empty lines stay empty, except a first one that is to be indented.
private func indented(_ call: FilterCall) throws -> String {
  let width: Int
  switch call.arguments.first {
  case nil: width = 4
  case .int(let number): width = number
  case let other?:
    throw FilterError("the width of filter 'indent' must be an integer, not \(other.kindName)")
  }
  let unit = try call.string(at: 1) ?? " "
  let indentsFirst = try call.flag(at: 2, default: false)
  let text = Array(try call.text(of: call.value).utf8)

  // Lines are split as bytes: "\r\n" is one character, and its line must be found too.
  let lines = text.split(separator: .newline, omittingEmptySubsequences: false)
  try call.work.spend(lines.count)
  let isIndented = { (index: Int) in index == 0 ? indentsFirst : !lines[index].isEmpty }
  let count = lines.indices.count(where: isIndented)
  let indentation = unit.utf8.count.checkedProduct(max(0, width))
  let growth = count == 0 ? 0 : indentation.flatMap(count.checkedProduct)
  let size = growth.flatMap(text.count.checkedSum)
  try call.willMakeText(ofSize: size)

  let prefix = count == 0 ? [] : Array(unit.utf8).repeated(max(0, width))
  var result: [UInt8] = []
  result.reserveCapacity(size ?? 0)
  for (index, line) in lines.enumerated() {
    if index > 0 { result.append(.newline) }
    if isIndented(index) { result += prefix }
    result += line
  }
  return String(decoding: result, as: UTF8.self)
}

extension [UInt8] {
  /// The bytes repeated, in steps that double the length.
  fileprivate func repeated(_ times: Int) -> [UInt8] {
    let size = count * times
    guard size > 0 else { return [] }
    var result = self
    result.reserveCapacity(size)
    while result.count <= size / 2 { result += result }
    return result + result.prefix(size - result.count)
  }
}
