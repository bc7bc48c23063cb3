import Foundation
import ObjectRows

/// One of the results, with the values that determine its position.
struct ResultEntry {
  let object: AnyObject

  /// The values that it is sorted by, once they were read.
  ///
  /// They are those for its position, whatever the object's values are now.
  var keys: [PredicateValue]?

  /// The reference of the object when it got its position, which orders equal ones.
  var reference: Reference

  unowned var section: ResultsSection

  init(_ object: AnyObject, in section: ResultsSection) {
    self.object = object
    self.section = section
    reference = (object as? NSManagedObject)?.reference ?? .none
  }
}

/// The order of results: that of a fetch.
struct ResultsOrder {
  private let descriptors: [NSSortDescriptor]

  /// The keys of the descriptors, if all are names of properties rather than longer paths.
  private let properties: [String]?

  init(_ descriptors: [NSSortDescriptor]) {
    self.descriptors = descriptors
    let keys = descriptors.map { descriptor -> String? in
      guard let key = (descriptor as? KeySortDescriptor)?.criterion.key, !key.contains("."),
        !key.contains("@")
      else { return nil }
      return key
    }
    properties = keys.contains(nil) ? nil : keys.compactMap(\.self)
  }

  /// Whether one of two results comes first.
  func precedes(_ first: TreeNode<ResultEntry>, _ second: TreeNode<ResultEntry>) -> Bool {
    switch compare(first.value.object, keys(of: first), second.value.object, keys(of: second)) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: first.value.reference.precedes(second.value.reference)
    }
  }

  /// Whether the changes of an object do not affect the values that it is sorted by.
  func keeps(_ entry: TreeNode<ResultEntry>, _ object: NSManagedObject) -> Bool {
    guard entry.value.reference == object.reference else { return false }
    if let keys = entry.value.keys {
      return compare(object, keys, object, self.keys(of: object)) == .orderedSame
    }
    // A save may have merged values, and resets the changed properties before observers are notified.
    guard let properties, object.hasChanges, !object.state.contains(.isPending) else {
      return false
    }
    let changed = object.changedInEvent
    return properties.allSatisfy { name in
      object.shape.indexByName[name].map { !changed.contains($0) } ?? false
    }
  }

  private func compare(
    _ first: AnyObject,
    _ firstKeys: [PredicateValue],
    _ second: AnyObject,
    _ secondKeys: [PredicateValue]
  ) -> ComparisonResult {
    for (place, descriptor) in descriptors.enumerated() {
      let result =
        (descriptor as? KeySortDescriptor)?.order(firstKeys[place], secondKeys[place])
        ?? descriptor.compare(first, to: second)
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }

  private func keys(of entry: TreeNode<ResultEntry>) -> [PredicateValue] {
    if let keys = entry.value.keys { return keys }
    let keys = keys(of: entry.value.object)
    entry.value.keys = keys
    return keys
  }

  private func keys(of object: AnyObject) -> [PredicateValue] {
    descriptors.map { ($0 as? KeySortDescriptor)?.value(of: object) ?? .null }
  }
}

extension NSManagedObject {
  /// A superset of the properties that have changed since changes were last processed.
  fileprivate final var changedInEvent: PropertySet {
    rareState?.eventRow == nil ? changed : rareState?.eventChanged ?? changed
  }
}
