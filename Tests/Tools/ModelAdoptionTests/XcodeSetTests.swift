import CorpusFiles
import Foundation
import ModelFiles
import SwiftSource
import Testing

@testable import ModelAdoption
@testable import momgen

/// The files that the set `xcode` generates: compiled with a companion, and run.
struct XcodeSetTests {
  private static let main = """
    import CoreData

    let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    MainActor.assumeIsolated {
      let team = Team(context: context)
      team.name = "Reds"
      let players = (1...2).map { number in
        let player = Player(context: context)
        player.email = "\\(number)"
        return player
      }
      team.addToPlayers(NSSet(array: players))
      let request: NSFetchRequest<Player> = Player.fetchRequest()
      request.predicate = NSPredicate(format: "team.name == %@", "Reds")
      print(try! context.fetch(request).compactMap(\\.email).sorted(), team.players!.count, players[0].team === team)
    }
    """

  /// Files and companions need no marks for unsafe constructs in targets that require them.
  @Test(arguments: ["League", "Company"], ["5", "6"])
  func isMemorySafe(_ name: String, _ mode: String) throws {
    let sources = try Self.sources(of: name, ["dialect=26", "files=entity"])
    let main: [(path: String, bytes: [UInt8])] = [("main.swift", Array("print(1)\n".utf8))]
    let flags = ["-strict-memory-safety", "-Werror", "StrictMemorySafety"]
    let program = try AppProgram(sources + main, mode: mode, flags: flags)
    #expect(try program.run([]) == "1\n")
    let unsafe = "func f(_ x: UnsafePointer<Int>) -> Int { x.pointee }\n"
    #expect(throws: AppProgram.Failure.self) {
      _ = try AppProgram(main + [("f.swift", Array(unsafe.utf8))], mode: mode, flags: flags)
    }
  }

  @Test(arguments: ["16", "26"], ["entity", "model"])
  func compilesAndRuns(_ dialect: String, _ files: String) throws {
    let model = Corpus.package.appending(path: "Models/League.xcdatamodeld").path
    let sources = try Self.sources(of: "League", ["dialect=\(dialect)", "files=\(files)"])
    let main = dialect == "16" ? Self.main : "public " + Self.main
    let program = try AppProgram(sources + [("main.swift", Array(main.utf8))], mode: "5")
    #expect(try program.run([model]) == "[\"1\", \"2\"] 2 true\n")
  }

  /// The files that the set generates from a model, and the companion.
  private static func sources(
    of name: String,
    _ parameters: [String]
  ) throws -> [(path: String, bytes: [UInt8])] {
    let model = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let words =
      ["generate", model, "--template", "xcode", "--all", "--param", "portable"]
      + parameters.flatMap { ["--param", $0] } + ["-o", folder.path]
    #expect(Momgen.run(words, in: .plain).exitCode == .success)
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { name in
        AdoptedFile(path: name, bytes: [UInt8](try Data(contentsOf: folder.appending(path: name))))
      }
    let loaded = try #require(ModelLoader().load(model, version: nil).loaded)
    let module = SourceModule(name: "Harbor", files: sources, models: [loaded.resolved])
    let companion = Companion(of: module, sourceNames: name)
    #expect(companion.unsupplied.map { "\($0.name): \($0.reason)" } == [])
    return zip(sources.map(\.path), sources.map(\.source.bytes)).map { ($0, $1) }
      + [("Companions.swift", Array(companion.text.utf8))]
  }
}
