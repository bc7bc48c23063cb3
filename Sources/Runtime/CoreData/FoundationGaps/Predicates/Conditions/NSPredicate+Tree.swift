import Foundation
import PredicateFormat
import SQLStore

extension NSPredicate {
  /// The tree of the predicate, for translation and evaluation.
  ///
  /// A predicate that is neither one of this module nor a compound, such as one with a block, is a call of `evaluate`
  /// with an `OpaquePredicate` as its receiver.
  ///
  /// - Throws: The error in the predicate's format.
  var tree: PredicateTree {
    get throws {
      if let storage = treeStorage { return storage.tree }
      return switch self {
      case let failed as FailedPredicate:
        throw failed.error ?? CocoaError(.formatting) as NSError
      case let compound as NSCompoundPredicate: try CompoundTree.tree(compound)
      default: opaqueTree
      }
    }
  }

  /// The condition of a request with the predicate.
  ///
  /// - Throws: The error in the predicate's format.
  var requestCondition: PredicateStorage {
    get throws { try treeStorage ?? PredicateStorage(tree) }
  }

  /// The storage of a predicate of this module.
  var treeStorage: PredicateStorage? {
    // A cast to a protocol would take longer.
    if let comparison = self as? TreeComparison { return comparison.storage }
    return (self as? TreeCompound)?.storage
  }

  /// Creates the predicate of a tree, of the class that Apple's parser would use.
  static func make(_ tree: PredicateTree) -> NSPredicate {
    make(PredicateStorage(tree))
  }

  /// Creates the predicate with a tree, of the class that Apple's parser would use.
  static func make(_ storage: consuming PredicateStorage) -> NSPredicate {
    switch storage.root {
    case .constant(let holds): return NSPredicate(value: holds)
    case .comparison: return TreeComparison.carrying(storage)
    case .and: return TreeCompound(storage, type: .and)
    case .or: return TreeCompound(storage, type: .or)
    case .not(let part):
      return TreeCompound(copy storage, type: .not, parts: [make(storage.tree.sharingValues(part))])
    }
  }

  private var opaqueTree: PredicateTree {
    if type(of: self) == NSPredicate.self, let holds = constantValue {
      return PredicateTree(.constant(holds))
    }
    var table = ValueTable()
    let call = FunctionCall(
      receiver: table.add(OpaquePredicate(self)),
      OpaquePredicate.selector,
      [.evaluatedObject]
    )
    let holds = Comparison(.function(call), .equalTo, .constant(.boolean(true)))
    return PredicateTree(.comparison(holds), values: table.values)
  }

  /// The constant result of a predicate that was created with `NSPredicate(value:)`.
  private var constantValue: Bool? {
    switch (self as any FormatDescribing).formatOfPredicate {
    case "TRUEPREDICATE": true
    case "FALSEPREDICATE": false
    default: nil
    }
  }
}

/// A predicate that can only be evaluated, such as one with a block.
final class OpaquePredicate {
  /// The selector under which a tree calls it.
  static let selector = "evaluateWithObject:"

  let predicate: NSPredicate

  init(_ predicate: NSPredicate) {
    self.predicate = predicate
  }
}

/// Access to `predicateFormat` without a warning: Foundation deprecates it, because its own implementation is
/// useless.
protocol FormatDescribing {
  var formatOfPredicate: String { get }
}

extension NSPredicate: FormatDescribing {
  @available(*, deprecated)
  var formatOfPredicate: String { predicateFormat }
}
