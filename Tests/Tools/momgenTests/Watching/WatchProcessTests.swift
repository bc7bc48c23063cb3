import Foundation
import Testing

/// `momgen watch` as a separate process.
@Suite(.enabled(if: Program.isAvailable())) struct WatchProcessTests {
  @Test(arguments: ["TERM", "INT"])
  func aSignalEndsItCleanly(signal: String) throws {
    let scratch = try Scratch()
    let template = try scratch.write("{{ models.first.name }}", to: "name.stencil")
    let model = scratch.path("M.xcdatamodel")
    try scratch.write("<model/>", to: "M.xcdatamodel/contents")
    let process = try Program.start(
      "exec \"$0\" \"$@\"",
      ["watch", model, "--template", template, "--output", scratch.path("out.txt")]
    )
    #expect(wait { (try? scratch.read("out.txt")) == "M" })
    try scratch.write("changed", to: "name.stencil")
    #expect(wait { (try? scratch.read("out.txt")) == "changed" })
    kill(process.processIdentifier, signal == "TERM" ? SIGTERM : SIGINT)
    #expect(wait { !process.isRunning })
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  /// Waiting for a missing file would only hide a typing error.
  @Test(
    arguments: [
      (["watch", "Leage.xcdatamodel"], 3),
      (["watch", "League.xcdatamodel", "--template", "a.stencil"], 2),
      (["watch", "--config", "momgen.jsn"], 2),
    ] as [([String], Int32)]
  )
  func aMissingPathIsAnErrorAtOnce(words: [String], code: Int32) throws {
    let scratch = try Scratch()
    try scratch.write("<model/>", to: "League.xcdatamodel/contents")
    let process = try Program.start(
      "exec \"$0\" \"$@\"",
      words.map { $0.contains(".") ? scratch.path($0) : $0 }
    )
    #expect(wait { !process.isRunning }, "it waits")
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    #expect(process.terminationStatus == code)
  }

  /// Whether a condition becomes true within the timeout.
  private func wait(_ isTrue: () -> Bool) -> Bool {
    for _ in 0..<500 {
      if isTrue() { return true }
      usleep(20_000)
    }
    return false
  }
}
