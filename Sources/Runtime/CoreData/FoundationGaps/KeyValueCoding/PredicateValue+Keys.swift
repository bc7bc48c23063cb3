import Foundation

extension PredicateValue {
  /// Returns the value for a key, following key-value coding.
  ///
  /// An object returns its property, a dictionary its entry, an array or set the values of its members. An unknown
  /// key returns nil. (On Apple's platforms, it raises an exception.)
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - kept: The values of a set's members that are returned.
  /// - Returns: The value.
  func value(forKey key: String, _ kept: KeptValues = .distinct) -> PredicateValue {
    switch self {
    case .object(let object as any PredicateSubject): return object.predicateValue(forKey: key)
    case .object(let object):
      if let coding = object as? any KeyValueCoding {
        return PredicateValue(coding.value(forKey: key))
      }
      if key == "self" { return self }
      if let receiver = object as? any FunctionReceiver, let value = receiver.result(of: key, []) {
        return value
      }
      return reflected(object, key)
    case .collection(let collection):
      return collection.value(forKey: key, kept)
    case .other(let value):
      return builtInValue(forKey: key) ?? reflected(value, key)
    default:
      return builtInValue(forKey: key) ?? .null
    }
  }

  /// The stored property of a value that does not support key-value coding.
  private func reflected(_ value: Any, _ key: String) -> PredicateValue {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) {
        return PredicateValue(child.value)
      }
      mirror = current.superclassMirror
    }
    return .null
  }
}

extension ValueCollection {
  /// The entry of a dictionary, or the value under the key of each member.
  fileprivate func value(forKey key: String, _ kept: KeptValues) -> PredicateValue {
    switch kind {
    case .dictionary:
      return value(forKey: key)
    case .ordered:
      let inner = kept == .ofAllMembers ? kept : .distinct
      return .collection(ValueCollection(values.map { $0.value(forKey: key, inner) }))
    case .unordered:
      let all = values.map { $0.value(forKey: key, kept) }
      let found = kept == .ofAllMembers ? all : all.filter { !$0.isNull }
      return .collection(
        ValueCollection(kept == .distinct ? found.distinct : found, kind: .unordered)
      )
    }
  }
}
