import CorpusFiles
import Foundation
import Testing

/// The guided tour of `make demo`, whose commands must all work.
@Suite(.enabled(if: Program.isAvailable()), .serialized)
struct DemoTests {
  @Test("The tour runs to its end, and shows what it announces")
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
    // Output to a file has no escape codes, and says how to open the page that a terminal would show.
    #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("shared-output-path"))
    let end = outcome.output.split(separator: "\n").last ?? ""
    #expect(end.hasSuffix("/.build/demo/League.sqlite serve"), "\(end)")
    for line in ["public var players: Set<Player>", "public var uniformColor: String"] {
      let count = outcome.output.split(separator: "\n").count { $0.contains(line) }
      #expect(count == 1, "\(line) is there \(count) times:\n\(outcome.output)")
    }
  }

  /// A tour whose output is a terminal, created by `script`.
  ///
  /// `script` hands the command to the shell of the environment. That shell must not stay between them: one that waits
  /// for the command is ended by Ctrl-C before it, as `dash` is.
  private static func terminal(_ environment: String, _ command: String) -> String {
    let program = "env -u NO_COLOR SHELL=/bin/sh TERM=xterm \(environment) script -qefc"
    return "\(program) 'exec env \(command)' \"$TMPDIR/typescript\""
  }

  /// Runs a script with its own `TMPDIR`, which it must leave empty.
  private func run(_ script: String) throws -> Program.Outcome {
    try Program.run(
      """
      export FOLDER="$(dirname "$0")" TMPDIR="$(mktemp -d)"
      mkdir "$TMPDIR/tour"
      \(script)
      status=$?
      left=$(ls -A "$TMPDIR/tour")
      rm -rf "$TMPDIR"
      [ -z "$left" ] || { echo "left: $left"; exit 99; }
      exit $status
      """,
      in: Corpus.package
    )
  }

  @Test("A terminal has colors, unless NO_COLOR is set", arguments: ["", "NO_COLOR=1"])
  func colors(environment: String) throws {
    // Without an input there is no user for whom to show the page.
    let command = "TMPDIR=$TMPDIR/tour sh .ci/demo \"$FOLDER\" < /dev/null"
    let outcome = try run(Self.terminal(environment, command))
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("The teams of this tour, as a page at"))
    #expect(outcome.output.contains("\u{1B}[") == environment.isEmpty)
  }

  @Test("On a terminal the tour ends with the page, until Ctrl-C is pressed")
  func page() throws {
    let tour = Self.terminal("NO_COLOR=1", "TMPDIR=$TMPDIR/tour sh .ci/demo \"$FOLDER\"")
    let outcome = try run(
      """
      touch "$TMPDIR/typescript"
      {
        seconds=0
        until grep -q 'The league is at http' "$TMPDIR/typescript" || [ $seconds = 100 ]; do
          sleep 1
          seconds=$((seconds + 1))
        done
        printf '\\003'
      } | \(tour)
      """
    )
    let end = outcome.output.suffix(500)
    #expect(outcome.status == 0, "\(end)")
    #expect(end.contains("The league is at http://127.0.0.1:"), "\(end)")
  }
}
