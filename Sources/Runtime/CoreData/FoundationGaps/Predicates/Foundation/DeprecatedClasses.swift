public import Foundation

// Foundation deprecates `NSExpression` and `NSComparisonPredicate` on this platform, because it cannot create
// instances of them. This module can. To build without warnings it uses the names below: a name that is found as the
// associated type of a protocol carries no deprecation.

/// A set of classes under other names.
public protocol _DeprecatedClasses {
  associatedtype Expression
  associatedtype ExpressionType
  associatedtype Comparison
}

/// The deprecated classes of Foundation.
public enum _FoundationClasses: _DeprecatedClasses {
  /// `NSExpression`.
  @available(*, deprecated)
  public typealias Expression = NSExpression
  /// `NSExpression.ExpressionType`.
  @available(*, deprecated)
  public typealias ExpressionType = NSExpression.ExpressionType
  /// `NSComparisonPredicate`.
  @available(*, deprecated)
  public typealias Comparison = NSComparisonPredicate
}

/// The class of expressions in a set of classes.
public typealias _Expression<Classes: _DeprecatedClasses> = Classes.Expression
/// The class of comparisons in a set of classes.
public typealias _Comparison<Classes: _DeprecatedClasses> = Classes.Comparison

/// The kinds of expressions in a set of classes.
public typealias _ExpressionType<Classes: _DeprecatedClasses> = Classes.ExpressionType

/// `NSExpression`.
public typealias _NSExpression = _Expression<_FoundationClasses>

/// `NSExpression.ExpressionType`.
public typealias _NSExpressionType = _ExpressionType<_FoundationClasses>

/// `NSComparisonPredicate`.
public typealias _NSComparisonPredicate = _Comparison<_FoundationClasses>

enum OwnClasses: _DeprecatedClasses {
  @available(*, deprecated)
  typealias Expression = _DeprecatedTreeExpression
  @available(*, deprecated)
  typealias ExpressionType = NSExpression.ExpressionType
  @available(*, deprecated)
  typealias Comparison = DeprecatedTreeComparison
}

/// The class of all expressions.
typealias TreeExpression = _Expression<OwnClasses>

/// The class of all comparisons.
typealias TreeComparison = _Comparison<OwnClasses>
