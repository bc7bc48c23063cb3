import Foundation

/// A computed column of a fetch for dictionaries, or element of an index.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression for the value.
  open var expression: _NSExpression? { willSet { requireMutable() } }

  /// The type of the value as an Objective-C enumeration.
  open var expressionResultType: NSAttributeType {
    get { NSAttributeType(rawValue: resultType.rawValue) ?? .undefinedAttributeType }
    set { resultType = NSAttributeDescription.AttributeType(rawValue: newValue.rawValue) }
  }

  /// The type of the value.
  open var resultType: NSAttributeDescription.AttributeType = .undefined {
    willSet { requireMutable() }
  }

  override class func makeEmpty() -> NSPropertyDescription { NSExpressionDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSExpressionDescription else { return }
    expression = other.expression
    resultType = other.resultType
  }

  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSExpressionDescription else {
      return false
    }
    return resultType == other.resultType
      && ObjectEquality.isEqual(expression, other.expression)
  }
}
