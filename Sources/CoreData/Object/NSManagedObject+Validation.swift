extension NSManagedObject {
  final func validateProperties() throws {}
  final func validateDenyRules() throws {}
  final func validateModeledValue(_ value: inout Any?, forKey key: String) throws {}
}
