import CorpusFiles
import Foundation
import Testing

/// The guided tour of `make demo`, whose commands all have to work.
@Suite(.enabled(if: Program.isAvailable()))
struct DemoTests {
  @Test("The tour goes through to its end, and shows what it says")
  func tour() throws {
    let folder = "$(dirname \"$0\")"
    let outcome = try Program.run("sh .ci/demo \"\(folder)\"", in: Corpus.package)
    #expect(outcome.status == 0, "\(outcome.output)")
    for part in [
      "* League", "error: the destination 'Taem'", "var players: Set<Player>",
      "package var fullName: String", "CREATE TABLE ZTEAM", "CREATE TABLE \"team\"",
      "Added the team Crow.\n", "\n1|2|3|Crew|Blue\n", "Added 0 teams and 3 players.\n",
      "Undid: delete the team Fury.\n", "\nCrew|Gates\n", "uniformColor: ",
      "+    public var nickname: String? { get { value(of: GeneratedKey.nickname) }",
      "+--   ZNICKNAME ", "as a page at http://127.0.0.1:8080/",
    ] {
      #expect(outcome.output.contains(part), "\(part) is missing:\n\(outcome.output)")
    }
    // What goes into a file has no escape codes, and says how to open the page that the terminal would show.
    #expect(!outcome.output.contains("\u{1B}"))
    let end = outcome.output.split(separator: "\n").last ?? ""
    #expect(end.hasSuffix("/.build/demo/League.sqlite serve"), "\(end)")
    for line in ["public var players: Set<Player>", "public var uniformColor: String"] {
      let count = outcome.output.split(separator: "\n").count { $0.contains(line) }
      #expect(count == 1, "\(line) is there \(count) times:\n\(outcome.output)")
    }
  }
}
