import Foundation
import Testing

@testable import momgen

/// A git repository in a scratch folder, with its own user name and address.
struct GitRepository {
  let scratch: Scratch

  /// If git is not installed, the test is skipped.
  init() throws {
    scratch = try Scratch()
    do {
      _ = try GitProcess(folder: scratch.folder.path).run(["init", "-q", "-b", "main"])
    } catch {
      try Test.cancel("\(error.reason)")
    }
    try git("config", "user.name", "Tester")
    try git("config", "user.email", "tester@example.com")
    try git("config", "commit.gpgsign", "false")
  }

  @discardableResult
  func git(_ words: String...) throws -> String {
    let output = try GitProcess(folder: scratch.folder.path).run(words)
    return String(decoding: output, as: UTF8.self)
  }

  func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }
}
