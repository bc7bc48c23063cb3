import SwiftSource

// Expectations that a property changes, for which XCTest observes with Objective-C: the file gets functions for them.

extension Adoption {
  private static let expectation = "keyValueObservingExpectation"

  mutating func adoptExpectations(in file: Int) {
    let source = module.files[file].source
    let isDeclared = (module.memberFunctions[Self.expectation] ?? []).contains { place in
      place.file == file || !module.isPrivate(module.declaration(place), in: place.file)
    }
    guard !isDeclared else { return }
    var offset: Int?
    for token in source.tokens.indices where source.is(token, "keyValueObservingExpectation") {
      guard !source.isInactiveOnLinux(token), observesOneProperty(token + 1, in: source) else {
        continue
      }
      handledNames.insert([file, token])
      offset = offset ?? source.tokens[token].range.lowerBound
    }
    guard let offset else { return }
    append(
      linesForLinux: Self.functions.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init),
      to: file,
      at: offset,
      "the functions that wait for changes of properties"
    )
  }

  /// Whether a call observes a property by a literal name, and needs no values of the change.
  private func observesOneProperty(_ open: Int, in source: SwiftSourceFile) -> Bool {
    guard source.is(open, "("), let end = source.partner(open) else { return false }
    let arguments = source.arguments(of: open)
    guard arguments.count > 1, source.is(arguments[0].lowerBound, "for"),
      source.is(arguments[1].lowerBound, "keyPath"),
      isNameOfProperty(arguments[1].lowerBound + 2...arguments[1].upperBound, in: source)
    else { return false }
    if arguments.count == 3, source.is(arguments[2].lowerBound, "expectedValue") { return true }
    guard arguments.count == 2, source.is(end + 1, "{"), source.is(end + 3, ",") else {
      return false
    }
    return source.is(end + 4, "_") && source.is(end + 5, "in")
  }

  /// Whether tokens are a string or a `#keyPath` with the name of one property.
  private func isNameOfProperty(_ tokens: ClosedRange<Int>, in source: SwiftSourceFile) -> Bool {
    if tokens.count == 1 {
      return source.tokens[tokens.lowerBound].kind == .string
        && !source.text(tokens.lowerBound).contains(".")
    }
    return source.is(tokens.lowerBound, "#keyPath")
      && tokens.filter { source.is($0, ".") }.count == 1
  }

  private static let functions = """
    extension XCTestCase {
      /// Creates an expectation that a property of a managed object changes, or has a value.
      fileprivate func keyValueObservingExpectation(
        for object: Any,
        keyPath: String,
        expectedValue: Any?
      ) -> XCTestExpectation {
        let isExpected = { (object: Any) in
          guard let expectedValue else { return true }
          let value = (object as? NSManagedObject)?.value(forKey: keyPath)
          return (value as AnyObject as? NSObject)?.isEqual(expectedValue) == true
        }
        let expectation = keyValueObservingExpectation(for: object, keyPath: keyPath) { object, _ in
          isExpected(object)
        }
        if expectedValue != nil, isExpected(object) { expectation.fulfill() }
        return expectation
      }

      /// Creates an expectation that a property of a managed object changes as a closure expects.
      fileprivate func keyValueObservingExpectation(
        for object: Any,
        keyPath: String,
        handler: @escaping (Any, [AnyHashable: Any]) -> Bool
      ) -> XCTestExpectation {
        let expectation = self.expectation(description: "a change of '\\(keyPath)'")
        expectation.assertForOverFulfill = false
        guard let managed = object as? NSManagedObject else {
          XCTFail("only properties of managed objects can be observed on Linux")
          return expectation
        }
        // The test ends the observation, after the changes.
        nonisolated(unsafe) let observation = managed.observe(keyPath) { object, _ in
          if handler(object, [:]) { expectation.fulfill() }
        }
        addTeardownBlock { observation.invalidate() }
        return expectation
      }
    }
    """
}
