/// A code of the errors that the runtime throws, all in the domain `NSCocoaErrorDomain`.
struct ErrorCode {
  let number: Int

  /// The name of the constant in Swift.
  let name: String
  let summary: String
  let advice: Advice

  /// Whether the runtime throws it; the other constants exist so that programs with them compile.
  let isThrown: Bool

  init(_ number: Int, _ name: String, _ summary: String, _ advice: Advice, isThrown: Bool = true) {
    self.number = number
    self.name = name
    self.summary = summary
    self.advice = advice
    self.isThrown = isThrown
  }

  /// A code that only Apple's frameworks use.
  static func unused(_ number: Int, _ name: String, _ summary: String, _ reason: String) -> Self {
    Self(
      number,
      name,
      summary,
      Advice(
        reason,
        remedy: "No action is needed: code that handles it compiles and is never reached."
      ),
      isThrown: false
    )
  }

  /// All codes, in the order of their numbers.
  static let all =
    (validationCodes + contextCodes + storeCodes + migrationCodes + fileCodes)
    .sorted { $0.number < $1.number }
}
