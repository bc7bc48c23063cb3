import Foundation
import ManagedModel

/// Conversion of an entity's indexes to values.
enum IndexConversion {
  static func indexes(_ indexes: [NSFetchIndexDescription]) -> [FetchIndex] {
    indexes.map { description in
      var value = description.origin ?? FetchIndex(name: description.name)
      value.name = description.name
      value.elements = description.elements.map(element)
      value.partialPredicateText = PredicateText.text(
        of: description.partialIndexPredicate,
        like: value.partialPredicateText
      )
      return value
    }
  }

  private static func element(_ description: NSFetchIndexElementDescription) -> FetchIndexElement {
    var value = description.origin ?? FetchIndexElement()
    value.type = description.collationType == .rTree ? .rTree : .binary
    value.isAscending = description.isAscending
    switch description.indexedProperty {
    case let property as NSExpressionDescription: write(property, into: &value)
    case let property?: value.propertyName = property.name
    // A name without a property is kept.
    case nil: break
    }
    return value
  }

  private static func write(
    _ property: NSExpressionDescription,
    into value: inout FetchIndexElement
  ) {
    value.propertyName = nil
    let text = PredicateText.text(of: property.expression, like: value.expressionText)
    value.expressionText = text ?? property.name
    let type = property.resultType.value
    let known = value.expressionType.flatMap(AttributeType.init(fileName:)) ?? .undefined
    if known != type { value.expressionType = type.fileName }
  }
}
