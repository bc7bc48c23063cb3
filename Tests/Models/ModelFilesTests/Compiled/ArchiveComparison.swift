import PropertyLists

/// Compares two archives as graphs: classes with their superclasses, keys and values must be equal;
/// the numbers of the objects and the order of dictionaries and sets do not matter.
struct ArchiveComparison {
  /// Keys that may be in one archive only.
  let ignoredKeys: Set<String>

  private(set) var differences: [String] = []
  private var seen: Set<[Int]> = []

  init(ignoring keys: Set<String>) {
    ignoredKeys = keys
  }

  mutating func compare(_ left: ArchivedObject, _ right: ArchivedObject, at place: String) {
    guard seen.insert([left.number, right.number]).inserted else { return }
    if left.class != right.class {
      differences.append("\(place): \(left.class.chain) is not \(right.class.chain)")
    }
    let leftKeys = Set(left.fields.entries.map(\.key)).subtracting(ignoredKeys)
    let rightKeys = Set(right.fields.entries.map(\.key)).subtracting(ignoredKeys)
    for key in leftKeys.symmetricDifference(rightKeys).sorted() {
      differences.append("\(place): only \(leftKeys.contains(key) ? "left" : "right") has \(key)")
    }
    if left.isKind(of: "NSDictionary"), right.isKind(of: "NSDictionary") {
      compareEntries(left, right, at: place)
    } else {
      for key in leftKeys.intersection(rightKeys).subtracting(["$class"]).sorted() {
        compare(left.fields[key], right.fields[key], left, right, at: "\(place).\(key)")
      }
    }
  }

  private mutating func compare(
    _ leftField: PropertyList?,
    _ rightField: PropertyList?,
    _ left: ArchivedObject,
    _ right: ArchivedObject,
    at place: String
  ) {
    guard let leftField, let rightField else { return }
    if case .array(let leftElements) = leftField, case .array(let rightElements) = rightField {
      guard leftElements.count == rightElements.count else {
        differences.append(
          "\(place): \(leftElements.count) elements are not \(rightElements.count)"
        )
        return
      }
      for (index, pair) in zip(leftElements, rightElements).enumerated() {
        compare(pair.0, pair.1, left, right, at: "\(place)[\(index)]")
      }
      return
    }
    do {
      compare(
        try left.archive.value(leftField),
        try right.archive.value(rightField),
        at: place
      )
    } catch {
      differences.append("\(place): \(error)")
    }
  }

  private mutating func compare(_ left: ArchivedValue, _ right: ArchivedValue, at place: String) {
    switch (left, right) {
    case (.null, .null): break
    case (.plain(let left), .plain(let right)):
      if left != right { differences.append("\(place): \(left) is not \(right)") }
    case (.object(let left), .object(let right)): compare(left, right, at: place)
    default: differences.append("\(place): \(left.kindName) is not \(right.kindName)")
    }
  }

  private mutating func compareEntries(
    _ left: ArchivedObject,
    _ right: ArchivedObject,
    at place: String
  ) {
    do {
      let leftValues = try values(of: left)
      let rightValues = try values(of: right)
      for key in Set(leftValues.keys).symmetricDifference(rightValues.keys).sorted() {
        differences.append("\(place): only one has the entry \(key)")
      }
      for (key, value) in leftValues.sorted(by: { $0.key < $1.key }) {
        if let other = rightValues[key] { compare(value, other, at: "\(place)[\(key)]") }
      }
    } catch {
      differences.append("\(place): \(error)")
    }
  }

  private func values(of dictionary: ArchivedObject) throws -> [String: ArchivedValue] {
    var values: [String: ArchivedValue] = [:]
    for entry in try dictionary.entries() {
      if let key = try entry.key.string { values[key] = entry.value }
    }
    return values
  }
}
