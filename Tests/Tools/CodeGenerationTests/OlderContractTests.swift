import BuiltPrograms
import Foundation
import Testing

/// Files that were generated for an older version of the runtime do not compile, and say what to do.
///
/// The texts in `Golden/Contract1` are what the sets `portable` and `stack` wrote of League for version 1.
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
    // The compiler may go on with the next file, which has one of its own.
    #expect((1...names.count).contains(errors.count), "\(messages)")
    #expect(errors.allSatisfy { $0.hasSuffix("generate it again with momgen") }, "\(errors)")
  }
}
