import CorpusFiles
import Foundation
import SwiftSource
import Testing

@testable import ModelAdoption

/// The symbols of declarations, compared with those that the compiler emits for the same declarations with bodies.
struct SymbolTests {
  private static let folder = Corpus.package.appending(
    path: "Tests/Tools/ModelAdoptionTests/Golden"
  )

  @Test func symbolsAreThoseOfTheCompiler() throws {
    let source = try Data(contentsOf: Self.folder.appending(path: "t.swift.txt"))
    let expected = try String(contentsOf: Self.folder.appending(path: "t.symbols"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let file = AdoptedFile(path: "Sources/t.swift", bytes: [UInt8](source))
    #expect(file.source.problems == [])
    let module = SourceModule(name: "ModelKit", files: [file], models: [])
    let companion = Companion(of: module, sourceNames: "t.swift")
    let found = companion.text.matches(of: #/@_silgen_name\("([^"]+)"\)/#).map {
      String($0.output.1)
    }
    #expect(Set(expected).subtracting(found).sorted() == [])
    #expect(Set(found).subtracting(expected).sorted() == [])
    #expect(Set(companion.unsupplied.map(\.name)) == ["addItemsObject", "s", "t"])
  }

  @Test(arguments: [
    ("", "D41D8CD98F00B204E9800998ECF8427E"), ("abc", "900150983CD24FB0D6963F7D28E17F72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57EDF4A22BE3C955AC49DA2E2107B67A"
    ),
  ])
  func digests(_ text: String, _ digest: String) {
    #expect(MD5.hexadecimal(of: Array(text.utf8)) == digest)
  }

  @Test(arguments: [
    ("addPlayersObject:", ["Player"], Mutation.Form.add, false),
    ("removePlayers:", ["NSSet?"], .remove, true),
    ("addToPlayers:", ["Set<Player>"], .add, true),
    ("insertObject:inPlayersAtIndex:", ["Player", "Int"], .insert, false),
    ("insertPlayers:atIndexes:", ["[Player]", "NSIndexSet"], .insert, true),
    ("removeObjectFromPlayersAtIndex:", ["Int"], .removeAt, false),
    ("removePlayersAtIndexes:", ["NSIndexSet"], .removeAt, true),
    ("replaceObjectInPlayersAtIndex:withObject:", ["Int", "Player"], .replace, false),
    ("replacePlayersAtIndexes:withPlayers:", ["NSIndexSet", "[Player]"], .replace, true),
    ("removeFromPlayersWithAt:", ["Int"], .removeAt, false),
  ])
  func mutations(_ selector: String, _ types: [String], _ form: Mutation.Form, _ many: Bool) throws
  {
    let mutation = try #require(
      Mutation(selector: selector, types: types, hasProperty: ["name", "players"].contains)
    )
    #expect(mutation.form == form && mutation.takesMany == many && mutation.property == "players")
  }

  @Test(arguments: ["addToTeams:", "players", "add:", "insertObject:inTeamsAtIndex:"])
  func noMutations(_ selector: String) {
    let count = selector.count { $0 == ":" }
    let types = Array(repeating: "Player", count: count)
    #expect(Mutation(selector: selector, types: types, hasProperty: ["players"].contains) == nil)
  }
}
