import Foundation
import PredicateFormat

/// The tree of a compound predicate of Foundation, with any subpredicates.
///
/// Deep chains of one kind, such as those of a condition that was added to another one repeatedly, are flattened.
/// Other trees of many levels are refused, because they would overflow the stack.
struct CompoundTree {
  /// The greatest number of parts of a tree; parts that occur more than once are counted as often.
  private static let maximumCount = 1_000_000

  private var table = ValueTable()
  private var count = 0
  private let flattens: Bool

  /// - Throws: An error if a part could not be parsed, or there are too many levels.
  static func tree(_ compound: NSCompoundPredicate) throws -> PredicateTree {
    for flattens in [false, true] {
      var made = Self(flattens: flattens)
      if let root = try made.node(compound, levels: maximumTreeHeight),
        !root.isHigher(than: maximumTreeHeight)
      {
        return PredicateTree(root, values: made.table.values)
      }
    }
    throw PredicateFormatError.tooDeep as NSError
  }

  private init(flattens: Bool) {
    self.flattens = flattens
  }

  /// The tree of a predicate; nil if it has too many levels.
  private mutating func node(_ predicate: NSPredicate, levels: Int) throws -> PredicateNode? {
    guard levels > 0 else { return nil }
    count += 1
    guard count < Self.maximumCount else { throw PredicateFormatError.tooLarge as NSError }
    guard predicate.treeStorage == nil, let compound = predicate as? NSCompoundPredicate else {
      return table.adopt(try predicate.tree)
    }
    if compound.compoundPredicateType == .not { return try negation(of: compound, levels: levels) }
    var nodes: [PredicateNode] = []
    for part in flattens ? chain(compound) : compound.subpredicates {
      guard let node = try node(part, levels: levels - 1) else { return nil }
      nodes.append(node)
    }
    return switch compound.compoundPredicateType {
    case .and: .and(nodes)
    case .or: .or(nodes)
    default: .constant(false)
    }
  }

  /// The negation of a predicate; two consecutive negations cancel out in a flat tree.
  private mutating func negation(
    of compound: NSCompoundPredicate,
    levels: Int
  ) throws -> PredicateNode? {
    var part = compound.subpredicates.first
    var isNegated = true
    while flattens, let inner = part.flatMap(Self.negation) {
      part = inner.subpredicates.first
      isNegated.toggle()
    }
    guard let part else { return .constant(!isNegated) }
    let node = try node(part, levels: levels - 1)
    return isNegated ? node.map { .not($0) } : node
  }

  /// The parts of a conjunction or a disjunction, with nested ones of the same kind flattened.
  private func chain(_ compound: NSCompoundPredicate) -> [NSPredicate] {
    var parts: [NSPredicate] = []
    var pending: [NSPredicate] = [compound]
    while let next = pending.popLast(), parts.count < Self.maximumCount {
      if next.treeStorage == nil, let inner = next as? NSCompoundPredicate,
        inner.compoundPredicateType == compound.compoundPredicateType
      {
        pending += inner.subpredicates.reversed()
      } else {
        parts.append(next)
      }
    }
    return parts
  }

  private static func negation(_ predicate: NSPredicate) -> NSCompoundPredicate? {
    guard predicate.treeStorage == nil, let compound = predicate as? NSCompoundPredicate,
      compound.compoundPredicateType == .not
    else { return nil }
    return compound
  }
}

extension PredicateFormatError {
  /// The error for a predicate of too many levels.
  static let tooDeep = Self(
    composed: "the predicate is nested more than \(maximumTreeHeight) levels deep"
  )

  /// The error for a predicate of too many parts.
  fileprivate static let tooLarge = Self(composed: "the predicate has too many parts")
}
