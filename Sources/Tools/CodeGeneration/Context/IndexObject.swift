import ManagedModel
import TemplateEngine

/// A fetch index as templates see it.
final class IndexObject: KeyedObject {
  private let index: FetchIndex

  init(_ index: FetchIndex) {
    self.index = index
  }

  enum Key: String, CaseIterable {
    case name, nameLiteral, elements, partialPredicate, partialPredicateLiteral
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .name: .string(index.name)
    case .nameLiteral: .string(SwiftLiteral.string(index.name))
    case .elements: .array(index.elements.map { .object(IndexElementObject($0)) })
    case .partialPredicate: .optional(index.partialPredicateText)
    case .partialPredicateLiteral: .optional(index.partialPredicateText.map(SwiftLiteral.string))
    }
  }
}

/// A member of a fetch index as templates see it.
final class IndexElementObject: KeyedObject {
  private let element: FetchIndexElement

  init(_ element: FetchIndexElement) {
    self.element = element
  }

  enum Key: String, CaseIterable {
    case property, propertyLiteral, expression, expressionLiteral, expressionType, type, isAscending
    case kind
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .property: .optional(element.propertyName)
    case .propertyLiteral: .optional(element.propertyName.map(SwiftLiteral.string))
    case .expression: .optional(element.expressionText)
    case .expressionLiteral: .optional(element.expressionText.map(SwiftLiteral.string))
    case .expressionType: .optional(element.expressionType)
    case .kind: .string(kind)
    case .type: .string(element.type.fileName)
    case .isAscending: .bool(element.isAscending)
    }
  }

  /// The kind of the expression's values, named as for attributes.
  private var kind: String {
    (element.expressionType.flatMap(AttributeType.init(fileName:)) ?? .undefined).kind
  }
}
