/// The change of a to-many relationship by an accessor with one of the Objective-C names for such accessors.
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
  ///   - selector: The Objective-C name, such as `addPlayersObject:`.
  ///   - types: The types of the parameters as written.
  ///   - hasProperty: Whether the class has a property of a name.
  init?(selector: String, types: [String], hasProperty: (String) -> Bool) {
    let pieces = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    guard let first = pieces.first, pieces.count == types.count else { return nil }
    let second = pieces.count > 1 ? pieces[1] : nil
    for shape in Self.shapes where shape.second == nil ? second == nil : pieces.count == 2 {
      guard let stem = Self.stem(of: first, shape.first) else { continue }
      if let pattern = shape.second, let second {
        guard let other = Self.stem(of: second, pattern) else { continue }
        guard stem.isEmpty || other.isEmpty || stem == other,
          let property = Self.property(stem.isEmpty ? other : stem, hasProperty)
        else { continue }
        self.init(shape.form, property, types)
        return
      }
      guard let property = Self.property(stem, hasProperty) else { continue }
      self.init(shape.form, property, types)
      return
    }
    return nil
  }

  /// The property whose capitalized name is in a selector.
  private static func property(_ stem: String, _ hasProperty: (String) -> Bool) -> String? {
    guard stem.prefix(1).uppercased() == stem.prefix(1) else { return nil }
    return [stem.prefix(1).lowercased() + stem.dropFirst(), stem].first(where: hasProperty)
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

    /// The text before and after the name of the property.
    let first: (String, String)
    let second: (String, String)?

    init(_ form: Form, _ first: (String, String), _ second: (String, String)? = nil) {
      self.form = form
      self.first = first
      self.second = second
    }
  }

  // The longer form of two comes first. In a piece without the name, all text is before the stem, which is empty.
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

  /// The text between a prefix and a suffix.
  private static func stem(of piece: String, _ ends: (String, String)) -> String? {
    guard piece.hasPrefix(ends.0), piece.hasSuffix(ends.1),
      piece.utf8.count >= ends.0.utf8.count + ends.1.utf8.count
    else { return nil }
    return String(piece.dropFirst(ends.0.count).dropLast(ends.1.count))
  }
}
