extension Int {
  /// The sum, or nil on overflow.
  func checkedSum(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// The product, or nil on overflow.
  func checkedProduct(_ other: Int) -> Int? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}
