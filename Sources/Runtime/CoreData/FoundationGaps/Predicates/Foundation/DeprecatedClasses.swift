public import Foundation

// Foundation marks `NSExpression` and `NSComparisonPredicate` as deprecated on this platform, because it
// cannot make instances of them. This module can. So that it builds without warnings it calls them by the
// names below: a name that is found as the associated type of a protocol carries no deprecation.

/// Classes that are known by other names.
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

/// The class of expressions among some classes.
public typealias _Expression<Classes: _DeprecatedClasses> = Classes.Expression
/// The class of comparisons among some classes.
public typealias _Comparison<Classes: _DeprecatedClasses> = Classes.Comparison

/// The kinds of expressions among some classes.
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
