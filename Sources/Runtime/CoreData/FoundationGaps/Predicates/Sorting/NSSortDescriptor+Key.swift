public import Foundation

extension _FoundationExtension where Self: NSSortDescriptor {
  /// Creates a sort descriptor for the values of a key.
  ///
  /// ```swift
  /// request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
  /// ```
  ///
  /// - Parameters:
  ///   - key: A key path, such as `"team.name"`; nil sorts by the objects themselves.
  ///   - ascending: Whether small values come first; nil is smaller than anything.
  public init(key: String?, ascending: Bool) {
    self = initialised(KeySortDescriptor(.init(key: key, .natural), ascending: ascending))
  }

  /// Creates a sort descriptor for the values of a key, with a method for comparing strings.
  ///
  /// - Parameters:
  ///   - key: A key path; nil sorts by the objects themselves.
  ///   - ascending: Whether small values come first.
  ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
  ///     `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`; others are treated as `compare:`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    let comparison = selector.map(SortComparison.selector) ?? .natural
    self = initialised(KeySortDescriptor(.init(key: key, comparison), ascending: ascending))
  }

  /// Creates a sort descriptor for the values of a key that compares them with a block.
  ///
  /// - Parameters:
  ///   - key: A key path; nil sorts by the objects themselves.
  ///   - ascending: Whether values come first that the block orders first.
  ///   - cmptr: Compares two values; `NSNull` stands for nil.
  public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self = initialised(KeySortDescriptor(.init(key: key, .block(cmptr)), ascending: ascending))
  }

  /// Creates a sort descriptor for a property, which may be optional.
  ///
  /// ```swift
  /// request.sortDescriptors = [NSSortDescriptor(keyPath: \Player.lastName, ascending: true)]
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - ascending: Whether small values come first; nil is smaller than anything.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    let criterion = KeySortDescriptor.Criterion(keyPath: keyPath, .natural)
    self = initialised(KeySortDescriptor(criterion, ascending: ascending))
  }

  /// Creates a sort descriptor for a property, with a method for comparing strings.
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

  /// Creates the sort descriptor that sorts like a Swift one.
  ///
  /// - Parameter sortDescriptor: A descriptor for a property of objects.
  public init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
    self = initialised(KeySortDescriptor(converting: sortDescriptor))
  }

  /// The key path to sort by; nil if objects themselves are compared, or for a Swift key path that does not belong to
  /// a property of a managed object.
  public var key: String? {
    if let descriptor = self as? KeySortDescriptor { return descriptor.criterion.key }
    return KeyPathNames.shared.name(of: keyPath)
  }

  /// The method for comparing strings; nil if a block compares.
  public var selector: Selector? {
    guard let descriptor = self as? KeySortDescriptor else { return "compare:" }
    guard case .selector(let selector) = descriptor.criterion.comparison else { return nil }
    return selector
  }

  /// Allows a descriptor that was decoded from an archive to be used; here all may be.
  public func allowEvaluation() {}
}
