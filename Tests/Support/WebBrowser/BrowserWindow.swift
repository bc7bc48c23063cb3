import Foundation

/// The WebDriver codes of keys without a character.
package enum Key {
  package static let tab = "\u{E004}"
  package static let enter = "\u{E007}"
  package static let shiftTab = "\u{E008}\u{E004}"
  package static let escape = "\u{E00C}"
}

/// A window of a browser.
package struct BrowserWindow: Sendable {
  /// The maximum time to wait for an effect, for a machine under load.
  private static let timeout = Duration.seconds(30)
  private static let pause = Duration.milliseconds(25)

  private let browser: Browser
  private let handle: String

  init(_ browser: Browser, handle: String) {
    self.browser = browser
    self.handle = handle
  }

  @discardableResult
  private func command(
    _ method: String,
    _ path: String,
    _ body: [String: Any]? = nil
  ) async throws -> Any {
    try await browser.command("POST", "window", ["handle": handle])
    return try await browser.command(method, path, body)
  }

  package func open(_ address: String) async throws {
    try await command("POST", "url", ["url": address])
  }

  package func close() async throws {
    try await command("DELETE", "window")
    let others = try await browser.command("GET", "window/handles") as? [String]
    if let other = others?.first { try await browser.command("POST", "window", ["handle": other]) }
  }

  /// Runs a script and returns its value.
  package func run(_ script: String) async throws -> Any {
    try await command("POST", "execute/sync", ["script": script, "args": [Any]()])
  }

  /// The text of the first element that a selector matches.
  package func text(_ selector: String) async throws -> String {
    try await element(selector) { id in
      try await command("GET", "element/\(id)/text") as? String ?? ""
    }
  }

  /// Waits until the text of the first element that a selector matches satisfies a condition, during navigation too.
  package func shows(_ selector: String, _ isRight: (String) -> Bool) async throws -> Bool {
    try await becomes { isRight(try await text(selector)) }
  }

  /// Waits until a condition holds; false on timeout.
  ///
  /// An error counts as not yet: the page may be unloading, which the driver reports by many errors.
  package func becomes(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + Self.timeout
    while ContinuousClock.now < end {
      do {
        if try await condition() { return true }
      } catch is Browser.Failure {}
      try await Task.sleep(for: Self.pause)
    }
    return false
  }

  package func click(_ selector: String) async throws {
    try await element(selector) { id in
      _ = try await command("POST", "element/\(id)/click")
    }
  }

  /// Replaces the value of an input.
  package func fill(_ name: String, _ text: String) async throws {
    try await element("[name=\(name)]") { id in
      try await command("POST", "element/\(id)/clear")
      try await command("POST", "element/\(id)/value", ["text": text])
    }
  }

  /// Performs an action on the first element that a selector matches.
  ///
  /// During navigation the element may not exist yet, or may belong to the old page. The driver reports that by many
  /// errors, so any error leads to a retry until the timeout.
  private func element<Result>(
    _ selector: String,
    _ work: (String) async throws -> Result
  ) async throws -> Result {
    let body = ["using": "css selector", "value": selector]
    let end = ContinuousClock.now + Self.timeout
    while true {
      do {
        let answer = try await command("POST", "element", body) as? [String: String]
        return try await work(answer?.values.first ?? "")
      } catch let failure as Browser.Failure {
        guard ContinuousClock.now < end else { throw failure }
        try await Task.sleep(for: Self.pause)
      }
    }
  }

  /// Presses keys, one after another, in the focused element.
  package func press(_ keys: String...) async throws {
    let actions = keys.flatMap { key -> [[String: String]] in
      // Keys that are pressed together are one string.
      key.map { ["type": "keyDown", "value": String($0)] }
        + key.map { ["type": "keyUp", "value": String($0)] }
    }
    let source: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try await command("POST", "actions", ["actions": [source]])
  }

  /// Waits until a script returns true.
  package func wait(for condition: String) async throws {
    let script = "return Boolean(\(condition))"
    guard try await becomes({ try await run(script) as? Bool == true }) else {
      throw Browser.Failure(description: "it never came about: \(condition)")
    }
  }

  /// The browser's log messages since the last call.
  package func log() async throws -> [String] {
    let entries = try await command("POST", "se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.compactMap { $0["message"] as? String }
  }

  /// Executes a command of the Chrome DevTools Protocol.
  @discardableResult
  package func tool(_ name: String, _ parameters: [String: Any]) async throws -> Any {
    try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// Sets the size and the color scheme of the page.
  package func setScreen(width: Int, height: Int, isDark: Bool = false, scale: Double = 1)
    async throws
  {
    try await tool(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600]
    )
    let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try await tool("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// A screenshot as PNG.
  package func picture() async throws -> Data {
    let text = try await command("GET", "screenshot") as? String ?? ""
    return Data(base64Encoded: text) ?? Data()
  }
}
