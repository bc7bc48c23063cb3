public import Foundation
import PredicateFormat

/// An expression: the class that `TreeExpression` names.
@available(*, deprecated)
public class _DeprecatedTreeExpression: NSExpression {
  // The only stored property, as in `ExpressionLayout`.
  private(set) var storage: ExpressionStorage?

  /// The expression of a tree.
  static func carrying(_ tree: ExpressionTree) -> Self {
    let layout = ExpressionLayout()
    layout.storage = ExpressionStorage(tree)
    return retag(layout, as: self)
  }

  public override var description: String { storage?.tree.format ?? "" }

  public override var hash: Int { storage?.tree.hashValue ?? 0 }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? _DeprecatedTreeExpression else { return false }
    return other === self || other.storage?.tree == storage?.tree
  }

  public override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The class whose instances become those of `TreeExpression`.
private class ExpressionLayout: NSObject {
  var storage: ExpressionStorage?
}
