import Foundation

/// Keys that have no character, as WebDriver calls them.
enum Key {
  static let tab = "\u{E004}"
  static let enter = "\u{E007}"
  static let shiftTab = "\u{E008}\u{E004}"
  static let escape = "\u{E00C}"
}

/// A window of a browser.
struct BrowserWindow {
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

  func open(_ address: String) async throws {
    try await command("POST", "url", ["url": address])
  }

  func close() async throws {
    try await command("DELETE", "window")
    let others = try await browser.command("GET", "window/handles") as? [String]
    if let other = others?.first { try await browser.command("POST", "window", ["handle": other]) }
  }

  /// What a piece of script returns.
  func run(_ script: String) async throws -> Any {
    try await command("POST", "execute/sync", ["script": script, "args": [Any]()])
  }

  /// The words of the first element that a selector finds.
  func text(_ selector: String) async throws -> String {
    let id = try await element(selector)
    return try await command("GET", "element/\(id)/text") as? String ?? ""
  }

  /// The words of the rows of the list, lines joined.
  func rows() async throws -> [String] {
    let script = """
      return [...document.querySelectorAll(".list li")]
        .map((row) => row.querySelector(".words").innerText.replaceAll("\\n", " | "))
      """
    return try await run(script) as? [String] ?? []
  }

  func click(_ selector: String) async throws {
    let id = try await element(selector)
    try await command("POST", "element/\(id)/click")
  }

  /// Replaces what is in a field.
  func fill(_ name: String, _ text: String) async throws {
    let id = try await element("[name=\(name)]")
    try await command("POST", "element/\(id)/clear")
    try await command("POST", "element/\(id)/value", ["text": text])
  }

  private func element(_ selector: String) async throws -> String {
    let body = ["using": "css selector", "value": selector]
    let answer = try await command("POST", "element", body) as? [String: String]
    return answer?.values.first ?? ""
  }

  /// Presses keys, one after another, wherever the focus is.
  func press(_ keys: String...) async throws {
    let actions = keys.flatMap { key -> [[String: String]] in
      // Keys that are pressed together are one string.
      key.map { ["type": "keyDown", "value": String($0)] }
        + key.map { ["type": "keyUp", "value": String($0)] }
    }
    let source: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try await command("POST", "actions", ["actions": [source]])
  }

  /// Waits until a piece of script returns true.
  func wait(for condition: String) async throws {
    for _ in 0..<200 {
      if try await run("return Boolean(\(condition))") as? Bool == true { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw Browser.Failure(description: "it never came about: \(condition)")
  }

  /// What the browser has complained of since the last time.
  func log() async throws -> [String] {
    let entries = try await command("POST", "se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.compactMap { $0["message"] as? String }
  }

  /// Tells the browser's tools to do something that WebDriver has no word for.
  func tool(_ name: String, _ parameters: [String: Any]) async throws {
    try await command("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// Makes the page as wide and high as a screen, in light or dark.
  func setScreen(width: Int, height: Int, isDark: Bool = false, scale: Double = 1) async throws {
    try await tool(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600]
    )
    let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try await tool("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// A picture of what is seen, as PNG.
  func picture() async throws -> Data {
    let text = try await command("GET", "screenshot") as? String ?? ""
    return Data(base64Encoded: text) ?? Data()
  }
}
