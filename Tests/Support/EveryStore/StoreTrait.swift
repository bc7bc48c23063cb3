import Testing

/// Runs each test once for every kind of store in a list.
///
/// The innermost of several traits applies.
package struct StoreTrait: TestTrait, SuiteTrait, TestScoping {
  let kinds: [StoreKind]

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let innermost = test.traits.compactMap { $0 as? StoreTrait }.last
    guard innermost?.kinds == kinds, StoreRun.current == nil else { return try await function() }
    for kind in kinds {
      try await run(on: kind, test, testCase, function)
    }
  }

  /// Runs a test on one kind of store; issues are reported with the name of the kind.
  private func run(
    on kind: StoreKind,
    _ test: Test,
    _ testCase: Test.Case?,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    let naming: IssueHandlingTrait = .compactMapIssues { issue in
      var issue = issue
      issue.comments.append("On \(kind.rawValue).")
      return issue
    }
    let run = StoreRun(kind)
    try await naming.provideScope(for: test, testCase: testCase) {
      try await StoreRun.$current.withValue(run) {
        do {
          try await function()
        } catch is ExpectationFailedError {
          // It has already been reported.
        } catch let cancellation where Task.isCancelled {
          // The test is skipped, or has timed out.
          throw cancellation
        } catch {
          Issue.record(error)
        }
      }
    }
  }
}

extension Trait where Self == StoreTrait {
  /// Runs each test on every kind of store.
  package static var everyStore: Self { StoreTrait(kinds: StoreKind.allCases) }

  /// Runs each test on every kind of store that is a database.
  package static var everyDatabase: Self {
    StoreTrait(kinds: StoreKind.allCases.filter(\.isDatabase))
  }

  /// Runs each test on some kinds of stores only, if the others do not have the feature.
  package static func stores(_ kinds: StoreKind...) -> Self { StoreTrait(kinds: kinds) }
}
