import Foundation

extension KeySortDescriptor {
  /// Creates the descriptor that sorts like a Swift one.
  convenience init<Compared: NSObject>(converting descriptor: SortDescriptor<Compared>) {
    let isForward = descriptor.order == .forward
    if let keyPath = descriptor.keyPath, let key = KeyPathNames.shared.name(of: keyPath) {
      var criterion = Criterion(key: key, .selector(Self.selector(of: descriptor)))
      criterion.keyPath = keyPath
      self.init(criterion, ascending: isForward)
      return
    }
    // The Swift descriptor itself compares, in its direction, which is then also this one's.
    let comparison = SortComparison.block { first, second in
      guard let first = first as? Compared, let second = second as? Compared else {
        return .orderedSame
      }
      let order = descriptor.compare(first, second)
      return isForward ? order : order.reversed
    }
    var criterion = Criterion(key: nil, comparison)
    criterion.keyPath = descriptor.keyPath
    self.init(criterion, ascending: isForward)
  }

  private static func selector<Compared>(of descriptor: SortDescriptor<Compared>) -> Selector {
    // Foundation has one standard comparator here; a localized one can only come from elsewhere.
    guard let comparator = descriptor.stringComparator else { return "compare:" }
    return comparator == .lexical ? "compare:" : "localizedStandardCompare:"
  }
}
