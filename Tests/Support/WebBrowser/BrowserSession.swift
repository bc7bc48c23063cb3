import Foundation
import Testing

/// Provides the tests of a suite with one shared browser.
///
/// Without a browser the tests are skipped with a message; in continuous integration they fail.
package struct BrowserSession: SuiteTrait, TestScoping {
  package var isRecursive: Bool { false }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let browser: Browser
    do {
      browser = try await Browser()
    } catch let absence as ChromeDriver.Absence {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw absence }
      try Test.cancel("\(absence)")
    }
    do {
      try await Browser.$current.withValue(browser) { try await function() }
    } catch {
      await browser.quit()
      throw error
    }
    await browser.quit()
  }
}

extension Trait where Self == BrowserSession {
  package static var browser: Self { BrowserSession() }
}
