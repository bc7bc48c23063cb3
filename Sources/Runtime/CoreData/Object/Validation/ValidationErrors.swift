import Foundation

/// The problems that validation has found, combined into one error in the end.
struct ValidationErrors {
  private var errors: [any Error] = []

  /// Adds an error; one that contains several is flattened.
  mutating func add(_ error: any Error) {
    let object = error as NSError
    if object.domain == NSCocoaErrorDomain, object.code == NSValidationMultipleErrorsError,
      let details = object.userInfo[NSDetailedErrorsKey] as? [any Error], !details.isEmpty
    {
      errors += details
    } else {
      errors.append(error)
    }
  }

  /// Calls a closure, and collects the error that it throws.
  mutating func collect(_ check: () throws -> Void) {
    do { try check() } catch { add(error) }
  }

  /// Throws the collected errors: a single one itself, several as one that lists them.
  func throwIfAny() throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw NSError.coreData(
      NSValidationMultipleErrorsError,
      [NSDetailedErrorsKey: errors.map { $0 as NSError }]
    )
  }
}
