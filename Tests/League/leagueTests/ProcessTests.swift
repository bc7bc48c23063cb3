import Foundation
import Testing

/// The built program, run as a process.
@Suite(.enabled(if: Program.isAvailable()))
struct ProcessTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  private func run(_ script: String) throws -> Program.Outcome {
    try Program.run(
      "league() { \"$0\" --store League.sqlite \"$@\"; }; \(script)",
      in: typing.folder
    )
  }

  /// The rows that the tutorial shows in `sqlite3`.
  @Test("The sqlite3 program shows the tables, teams and players of the store")
  func database() throws {
    let created = try run(
      """
      set -e
      league team add Crow --color Red
      league team edit Crow --name Crew
      league team edit Crew --color Blue
      """
    )
    #expect(created.status == 0, "\(created.output)")
    let tables = try run("sqlite3 League.sqlite .tables").output.split(
      whereSeparator: \.isWhitespace
    )
    #expect(tables == ["ZPLAYER", "ZTEAM", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"])
    #expect(try run("sqlite3 League.sqlite 'select * from ZTEAM;'").output == "1|2|3|Crew|Blue\n")

    let filled = try run(
      """
      set -e
      league player add --team Crew --first Jordan --last Gates --email jordan@example.org
      league player add --team Crew --first Josh --last Bell --email josh@example.org
      league team add Fury --color Red
      league player add --team Fury --first Ann --last Lake --email ann@example.org
      """
    )
    #expect(filled.status == 0, "\(filled.output)")
    let join = """
      sqlite3 League.sqlite 'select ZTEAM.ZNAME, ZPLAYER.ZFIRSTNAME, ZPLAYER.ZLASTNAME from ZTEAM, ZPLAYER \
      where ZTEAM.Z_PK = ZPLAYER.ZTEAM order by ZPLAYER.Z_PK;'
      """
    #expect(try run(join).output == "Crew|Jordan|Gates\nCrew|Josh|Bell\nFury|Ann|Lake\n")
    #expect(try run("league player delete Bell --yes").status == 0)
    #expect(try run(join).output == "Crew|Jordan|Gates\nFury|Ann|Lake\n")
    #expect(try run("league team delete Crew --yes").status == 0)
    #expect(try run(join).output == "Fury|Ann|Lake\n")
    #expect(try run("sqlite3 League.sqlite 'select ZNAME from ZTEAM;'").output == "Fury\n")
    #expect(try run("league undo").status == 0)
    #expect(try run("sqlite3 League.sqlite 'select count(*) from ZPLAYER;'").output == "2\n")
  }

  @Test(
    "Every kind of store keeps its contents",
    arguments: ["sqlite", "binary", "xml", "custom"]
  )
  func kinds(kind: String) throws {
    let outcome = try Program.run(
      """
      set -e
      "$0" team add Crew --color Blue --store s --store-type \(kind)
      "$0" player add --team Crew --first Ada --last L --email a@b --store s --store-type \(kind)
      "$0" player list --store s --store-type \(kind)
      """,
      in: typing.folder
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasSuffix("\nL          Ada         a@b     Crew\n"),
      "\(outcome.output)"
    )
  }

  @Test("The store is by default in the folder for the program's data")
  func defaultPlace() throws {
    let outcome = try Program.run(
      """
      XDG_DATA_HOME="$PWD/data" "$0" team add Crew --color Blue && ls data/league
      """,
      in: typing.folder
    )
    #expect(outcome.output.contains("League.sqlite\n"), "\(outcome.output)")
  }

  @Test("A reader that goes away does no harm")
  func brokenPipe() throws {
    #expect(try run("league team add Crew --color Blue && league team list | true").status == 0)
  }

  @Test(
    "On a terminal questions are asked, and no table is wider than it",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"))
  )
  func terminal() throws {
    let program = try #require(Program.path)
    let league = "NO_COLOR=1 \(program) --store League.sqlite"
    let outcome = try Program.run(
      """
      printf 'Crew\\nBlue\\n' | script -qec '\(league) team add' /dev/null
      printf 'Ada\\nLovelace\\nada@example.org\\n' |
        script -qec 'stty -echo cols 40; \(league) player add --team Crew; \(league) player list' /dev/null
      printf 'c\\n' | script -qec '\(league) player delete Ada' /dev/null; echo "status $?"
      """,
      in: typing.folder
    )
    let text = outcome.output.replacing("\r\n", with: "\n")
    for part in [
      "Color: Added the team Crew.\n", "E-mail: Added the player Ada Lovelace to Crew.\n",
      "\nLovelace   Ada         ada@exampl…  Crew\n", "  D  Delete Player\n  C  Cancel\n",
      "error: canceled; nothing was changed\nstatus 1\n",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("Two programs at once leave the record of the last change")
  func undoOfTwo() throws {
    let outcome = try run(
      """
      league team add Crew --color Blue
      for i in 1 2 3 4 5 6 7 8; do
        league team edit Crew --color "Red $i" >/dev/null & first=$!
        league team edit Crew --color "Green $i" >/dev/null & second=$!
        wait $first || echo "conflict"
        wait $second || echo "conflict"
        league undo
      done
      """
    )
    let lines = outcome.output.split(separator: "\n").filter {
      !["conflict", "hint", "error: another user"].contains(where: $0.contains)
    }
    #expect(
      lines == ["Added the team Crew."] + Array(repeating: "Undid: edit the team Crew.", count: 8),
      "\(outcome.output)"
    )
  }

  @Test("Ctrl-C during an import leaves everything as it was")
  func interrupted() throws {
    let rows = (0..<60_000).map { "Crew,Blue,F\($0),L\($0),p\($0)@example.org\n" }
    try Data(("team,color,first,last,email\n" + rows.joined()).utf8)
      .write(to: typing.folder.appending(path: "many.csv"))
    // A shell makes its background processes ignore the signal, until they handle it themselves; before it has
    // done so, which it has when the process is the program, the signal would end them.
    let outcome = try run(
      """
      league team add Burn --color Orange
      "$0" --store League.sqlite import many.csv & process=$!
      until [ "$(readlink /proc/$process/exe)" = "$(readlink -f "$0")" ]; do sleep 0.01; done
      for i in $(seq 100); do kill -INT $process && sleep 0.05; done 2>/dev/null
      wait $process; echo "status $?"
      league team list --json | grep -c '"name"'
      """
    )
    #expect(outcome.output.contains("interrupted; nothing was changed\n"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("status 130\n1\n"), "\(outcome.output)")
  }

  @Test(
    "An output that cannot be written is an error",
    arguments: [
      "league team list", "league team list --json", "league export", "league --version",
      "league help", "league completions bash", "league team add Fury --color Red",
      "league export /dev/full", "league serve --port 0",
    ]
  )
  func fullDisk(line: String) throws {
    _ = try run("league team add Crew --color Blue")
    let full = try run("{ \(line) >/dev/full; } 2>&1; echo \"code $?\"")
    #expect(full.output.contains("No space left on device"), "\(full.output)")
    #expect(
      full.output.hasSuffix(line.hasSuffix("full") ? "code 1\n" : "code 3\n"),
      "\(full.output)"
    )
    #expect(try run("test -c /dev/full && test -c /dev/null").status == 0)
  }

  @Test("A pipe that is closed is no error") func closedPipe() throws {
    _ = try run("league team add Crew --color Blue")
    let closed = try run("{ sleep 0.3; league export; echo \"code $?\" >&2; } | true; sleep 1")
    #expect(closed.output == "code 0\n", "\(closed.output)")
  }

  @Test("A pipe is imported, by whatever name it has") func pipes() throws {
    let result = try run(
      """
      set -e
      printf 'team,color,first,last,email\\nCrew,Blue,Ada,Lovelace,ada@example.org\\n' >file.csv
      cat file.csv | league import /dev/stdin
      mkfifo pipe; cat file.csv >pipe & league import pipe; wait; test -p pipe
      league import /dev/null || true
      league player list
      """
    )
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("Added 1 team and 1 player.\n"), "\(result.output)")
    #expect(result.output.contains("1 was there already"), "\(result.output)")
    #expect(result.output.contains("the first line must name the columns"), "\(result.output)")
  }

  @Test("An export follows links, keeps permissions, and replaces no pipe") func exports() throws {
    let result = try run(
      """
      set -e
      league team add Crew --color Blue
      echo old >real.csv; chmod 600 real.csv; ln -s real.csv link.csv; ln -s new.csv dangling.csv
      league export link.csv; league export dangling.csv
      test -L link.csv; test -L dangling.csv; test -f new.csv; cmp real.csv new.csv
      test "$(stat -c %a real.csv)" = 600
      mkfifo pipe; cat pipe >copy.csv & league export pipe; wait; test -p pipe; cmp copy.csv real.csv
      echo first >log; league export /dev/stdout >>log; head -1 log
      """
    )
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("first\n"), "\(result.output)")
  }
}
