/// The storage of the objects of an entity.
package struct EntityMapping: Sendable, Hashable {
  /// The entity's index in its model.
  package var index: Int
  package var name: String

  /// The number by which rows identify their entity.
  package var number: Int

  /// The number of the direct parent, or 0 for a root.
  package var parentNumber: Int

  /// The numbers of the entity itself and all its descendants, which are consecutive.
  package var familyNumbers: ClosedRange<Int>

  /// The table, in ``SchemaMapping/tables``; it is that of the root of the entity's tree.
  package var table: Int

  package init(
    index: Int,
    name: String,
    number: Int,
    parentNumber: Int,
    familyNumbers: ClosedRange<Int>,
    table: Int
  ) {
    self.index = index
    self.name = name
    self.number = number
    self.parentNumber = parentNumber
    self.familyNumbers = familyNumbers
    self.table = table
  }
}
