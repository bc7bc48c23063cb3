/// The rule by which every property of an entity has an index, for generated code and the runtime alike.
///
/// Inherited properties come first, beginning with those of the farthest ancestor. The properties that an entity
/// adds follow in code-point order of their names. A property that is declared again keeps the inherited index.
package enum PropertyIndexRule {
  /// Returns the indices of the properties that an entity declares.
  ///
  /// - Parameters:
  ///   - names: The names of the properties.
  ///   - count: How many properties the entity inherits.
  ///   - inherited: The index of an inherited property of a name; nil if there is none.
  /// - Returns: A position among the names and its index for each, in the order of the names.
  package static func indices(
    of names: [String],
    after count: Int,
    inherited: (String) -> Int?
  ) -> [(position: Int, index: Int)] {
    var next = count
    var previous: (name: String, index: Int)?
    let order = names.indices.sorted { names[$0].precedesByCodePoint(names[$1]) }
    return order.map { position in
      let name = names[position]
      if let index = inherited(name) { return (position, index) }
      // A file may contain a name twice, which is one property.
      if let previous, previous.name == name { return (position, previous.index) }
      previous = (name, next)
      next += 1
      return (position, next - 1)
    }
  }
}
