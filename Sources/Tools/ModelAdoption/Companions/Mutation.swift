/// The change that an accessor of a to-many relationship makes, by the names that Objective-C has for such accessors.
struct Mutation: Equatable {
  enum Form: Equatable {
    case add
    case remove
    case insert
    case removeAt
    case replace
  }

  let form: Form
  let property: String

  /// Whether the accessor takes several objects or positions.
  let takesMany: Bool

  /// - Parameters:
  ///   - selector: The name in Objective-C, such as `addPlayersObject:`.
  ///   - types: The types of the parameters as they are written.
  ///   - properties: The names of the properties of the class.
  init?(selector: String, types: [String], properties: [String]) {
    let pieces = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    guard let first = pieces.first, pieces.count == types.count else { return nil }
    let second = pieces.count > 1 ? pieces[1] : nil
    let stems = Dictionary(
      properties.map { ($0.prefix(1).uppercased() + $0.dropFirst(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for shape in Self.shapes where shape.second == nil ? second == nil : pieces.count == 2 {
      guard let stem = Self.stem(of: first, shape.first) else { continue }
      if let pattern = shape.second, let second {
        guard let other = Self.stem(of: second, pattern) else { continue }
        let name = stem.isEmpty ? other : stem
        guard let property = stems[name], stem.isEmpty || other.isEmpty || stem == other else {
          continue
        }
        self.init(shape.form, property, types)
        return
      }
      guard let property = stems[stem] else { continue }
      self.init(shape.form, property, types)
      return
    }
    return nil
  }

  private init(_ form: Form, _ property: String, _ types: [String]) {
    self.form = form
    self.property = property
    let deciding = form == .replace ? types.last : types.first
    let type = deciding?.trimmingPrefix { $0 == " " } ?? ""
    takesMany =
      type.hasPrefix("[") || type.hasPrefix("Set<") || type.hasPrefix("Array<")
      || [
        "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet", "NSArray", "NSIndexSet",
        "IndexSet", "Foundation.IndexSet",
      ].contains(type.filter { $0 != "?" && $0 != "!" })
  }

  private struct Shape {
    let form: Form

    /// The text before and behind the name of the property.
    let first: (String, String)
    let second: (String, String)?

    init(_ form: Form, _ first: (String, String), _ second: (String, String)? = nil) {
      self.form = form
      self.first = first
      self.second = second
    }
  }

  // The longer form of two stands first. A piece without the name has all its text before the stem, which is empty.
  private static let shapes = [
    Shape(.add, ("add", "Object")), Shape(.remove, ("remove", "Object")),
    Shape(.add, ("addTo", "")), Shape(.remove, ("removeFrom", "")),
    Shape(.removeAt, ("removeObjectFrom", "AtIndex")), Shape(.removeAt, ("remove", "AtIndexes")),
    Shape(.removeAt, ("removeFrom", "WithAt")),
    Shape(.add, ("add", "")), Shape(.remove, ("remove", "")),
    Shape(.insert, ("insertObject", ""), ("in", "AtIndex")),
    Shape(.insert, ("insertInto", ""), ("at", "")),
    Shape(.insert, ("insert", ""), ("atIndexes", "")),
    Shape(.replace, ("replaceObjectIn", "AtIndex"), ("withObject", "")),
    Shape(.replace, ("replace", "AtIndexes"), ("with", "")),
    Shape(.replace, ("replace", "WithAt"), ("with", "")),
  ]

  /// The text between a beginning and an ending.
  private static func stem(of piece: String, _ ends: (String, String)) -> String? {
    guard piece.hasPrefix(ends.0), piece.hasSuffix(ends.1),
      piece.utf8.count >= ends.0.utf8.count + ends.1.utf8.count
    else { return nil }
    return String(piece.dropFirst(ends.0.count).dropLast(ends.1.count))
  }
}
