extension ModelValidator {
  mutating func checkPredicate(_ text: String, of owner: String, at source: SourceOffset, attribute: String) {}
  mutating func checkExpression(_ text: String, of owner: String, at source: SourceOffset, attribute: String) {}
}
