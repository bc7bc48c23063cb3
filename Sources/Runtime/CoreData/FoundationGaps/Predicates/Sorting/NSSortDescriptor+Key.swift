public import Foundation

extension _FoundationExtension where Self: NSSortDescriptor {
  /// Makes a sort descriptor for the values under a key.
  ///
  /// - Parameters:
  ///   - key: A key path, such as `"team.name"`; nil sorts by the objects themselves.
  ///   - ascending: Whether small values come first; nil is smaller than anything.
  public init(key: String?, ascending: Bool) {
    self = initialised(KeySortDescriptor(.init(key: key, .natural), ascending: ascending))
  }

  /// Makes a sort descriptor for the values under a key that compares strings in a way of its own.
  ///
  /// - Parameters:
  ///   - key: A key path; nil sorts by the objects themselves.
  ///   - ascending: Whether small values come first.
  ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
  ///     `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`; any other is `compare:`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    let comparison = selector.map(SortComparison.selector) ?? .natural
    self = initialised(KeySortDescriptor(.init(key: key, comparison), ascending: ascending))
  }

  /// Makes a sort descriptor for the values under a key that compares them with a block.
  ///
  /// - Parameters:
  ///   - key: A key path; nil sorts by the objects themselves.
  ///   - ascending: Whether what the block takes for small comes first.
  ///   - cmptr: Compares two values; `NSNull` stands for nil.
  public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self = initialised(KeySortDescriptor(.init(key: key, .block(cmptr)), ascending: ascending))
  }

  /// Makes a sort descriptor for a property, also one that is optional.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - ascending: Whether small values come first; nil is smaller than anything.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    let criterion = KeySortDescriptor.Criterion(keyPath: keyPath, .natural)
    self = initialised(KeySortDescriptor(criterion, ascending: ascending))
  }

  /// Makes a sort descriptor for a property that compares strings in a way of its own.
  ///
  /// It is an addition to Apple's interface, where `#selector` can be written.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - ascending: Whether small values come first.
  ///   - selector: As in `init(key:ascending:selector:)`.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool, selector: Selector) {
    let criterion = KeySortDescriptor.Criterion(keyPath: keyPath, .selector(selector))
    self = initialised(KeySortDescriptor(criterion, ascending: ascending))
  }

  /// Makes the sort descriptor that sorts as a Swift one does.
  ///
  /// - Parameter sortDescriptor: A descriptor for a property of objects.
  public init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
    self = initialised(KeySortDescriptor(converting: sortDescriptor))
  }

  /// The key path that is sorted by; nil where objects themselves are compared, or by a Swift key path
  /// that belongs to no property of a managed object.
  public var key: String? {
    if let descriptor = self as? KeySortDescriptor { return descriptor.criterion.key }
    return KeyPathNames.shared.name(of: keyPath)
  }

  /// The way in which strings are compared; nil where a block compares.
  public var selector: Selector? {
    guard let descriptor = self as? KeySortDescriptor else { return "compare:" }
    guard case .selector(let selector) = descriptor.criterion.comparison else { return nil }
    return selector
  }

  /// Allows a descriptor to be used that was decoded from an archive; here all may be.
  public func allowEvaluation() {}
}
