import Foundation

/// A browser session over the WebDriver protocol.
package final class Browser: Sendable {
  /// The browser shared by the tests of a suite.
  @TaskLocal package static var current: Browser?

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let driver: ChromeDriver
  private let session: String

  package init() async throws {
    let driver = try ChromeDriver()
    let options: [String: Any] = [
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--no-first-run", "--lang=en", "--window-size=900,700",
      ]
    ]
    let capabilities: [String: Any] = [
      "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL"],
      "goog:chromeOptions": options,
    ]
    let answer = try await Self.send(
      driver,
      "POST",
      "/session",
      ["capabilities": ["alwaysMatch": capabilities]]
    )
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Failure(description: "no session: \(answer)")
    }
    self.driver = driver
    session = "/session/\(id)"
  }

  package func quit() async {
    _ = try? await Self.send(driver, "DELETE", session, nil)
    driver.stop()
  }

  /// Sends a command of the session.
  @discardableResult
  func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
    try await Self.send(driver, method, "\(session)/\(path)", body)
  }

  private static func send(
    _ driver: ChromeDriver,
    _ method: String,
    _ path: String,
    _ body: [String: Any]?
  ) async throws -> Any {
    let data = try method == "POST" ? JSONSerialization.data(withJSONObject: body ?? [:]) : Data()
    let answer =
      try JSONSerialization.jsonObject(with: try await driver.exchange(method, path, data))
      as? [String: Any]
    if let value = answer?["value"] as? [String: Any], let message = value["message"] as? String,
      let error = value["error"] as? String
    {
      throw Failure(description: "\(error): \(message)")
    }
    return answer?["value"] ?? NSNull()
  }

  /// Opens a new window.
  package func window() async throws -> BrowserWindow {
    let answer = try await command("POST", "window/new", ["type": "window"])
    guard let handle = (answer as? [String: Any])?["handle"] as? String else {
      throw Failure(description: "no window: \(answer)")
    }
    let window = BrowserWindow(self, handle: handle)
    // Messages logged by an earlier test.
    _ = try await window.log()
    return window
  }
}
