import BuiltPrograms
import Foundation
import Testing

/// Files that were generated for an older version of the runtime do not compile; the message has the remedy.
///
/// The texts in `Golden/Contract1` are the output of the sets `portable` and `stack` for League in version 1.
struct OlderContractTests {
  private static let classes =
    "public import CoreData\n"
    + "nonisolated public class Player: NSManagedObject {}\n"
    + "nonisolated public class Team: NSManagedObject {}\n"

  @Test(
    .enabled(if: BuiltModules.isThere),
    arguments: [["Player", "Team"], ["Team", "Player"], ["Model"]]
  )
  func oneError(names: [String]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Golden", "Contract1")
    let files = try names.map {
      try String(contentsOf: folder.appending(path: "\($0).txt"), encoding: .utf8)
    }
    let messages = try CompilerRun(mode: "6").messages(files, Self.classes)
    let errors = Set(
      messages.split(separator: "\n").filter { $0.hasPrefix("/") && $0.contains("error:") }
    )
    // The compiler may continue with the next file, which has an error too.
    #expect((1...names.count).contains(errors.count), "\(messages)")
    #expect(errors.allSatisfy { $0.hasSuffix("generate it again with momgen") }, "\(errors)")
  }
}
