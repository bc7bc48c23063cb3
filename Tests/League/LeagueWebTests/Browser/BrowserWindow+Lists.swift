import WebBrowser

extension BrowserWindow {
  /// The texts of the rows of the list, lines joined.
  func rows() async throws -> [String] {
    let script = """
      return [...document.querySelectorAll(".list li")]
        .map((row) => row.querySelector(".words").innerText.replaceAll("\\n", " | "))
      """
    return try await run(script) as? [String] ?? []
  }

  /// Whether the list becomes one of these rows.
  func lists(_ expected: [String]) async throws -> Bool {
    try await becomes { try await rows() == expected }
  }
}
