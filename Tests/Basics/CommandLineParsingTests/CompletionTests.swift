import CommandLineParsing
import Foundation
import Synchronization
import Testing

@Suite struct CompletionTests {
  /// The words of a command line, the last of which is incomplete, and its completions.
  static let common: [([String], [String])] = [
    (["b"], ["bake"]),
    (["s"], ["sell", "stock"]),
    (["st"], ["stock"]),
    (["--no-color", "co"], ["compare"]),
    (["-c", "bake", "se"], ["sell"]),
    (["stock", ""], ["add", "help", "list"]),
    (["stock", "--unit", "kg", "a"], ["add"]),
    (["help", ""], ["bake", "compare", "sell", "stock"]),
    (["help", "stock", ""], ["add", "list"]),
    (["help", "bake", ""], []),
    (["bake", "--s"], ["--shape"]),
    (["bake", "x", "--dr"], ["--dry-run"]),
    (["stock", "--un"], ["--unit"]),
    (["stock", "add", "--un"], ["--unit"]),
    (["stock", "add", "--he"], ["--help"]),
    (["--sh"], []),
    (["bake", "--shape", ""], ["heart", "round", "square"]),
    (["bake", "-s", "h"], ["heart"]),
    (["bake", "--topping", "b"], []),
    (["bake", "--filling", "j"], ["jam"]),
    (["bake", "--filling", "p"], ["plum", "plum.recipe"]),
    (["bake", "--layers", ""], []),
    (["bake", "p"], ["pear.txt", "plum.recipe"]),
    (["bake", "plum.recipe", "pe"], ["pear.txt"]),
    (["sell", "x", "m"], ["market"]),
    (["--config", "s"], ["set.json"]),
    (["bake", "--config", "p"], []),
    (["compare", "ph"], ["photo.png"]),
  ]

  static let bashOnly: [([String], [String])] = [
    ([""], ["bake", "compare", "help", "sell", "stock"]),
    (["-"], ["--config", "--help", "--no-color", "--verbose", "--version", "-c", "-h", "-v"]),
    (["sell", "--v"], ["--verbose", "--version"]),
    (["bake", "--shape", "=", "h"], ["heart"]),
    (["bake", "--shape", "="], ["heart", "round", "square"]),
    (["bake", "--shape", "=", "heart", "p"], ["pear.txt", "plum.recipe"]),
    (["bake", "--shape=h"], ["--shape=heart"]),
    (["bake", "--shape=heart", "p"], ["pear.txt", "plum.recipe"]),
    (["sell", ""], []),
    (["sell", "--", "x", "m"], ["market"]),
    (["bake", "--", "--s"], []),
    (["bake", "--output", ""], ["a b", "bundle.recipe", "deep"]),
    (["bake", "a"], ["a b"]),
    (["bake", "deep/"], ["deep/dark.recipe"]),
    (["bake", "b"], ["bundle.recipe"]),
    (["bake", "x", "lint", "--s"], ["--shape"]),
  ]

  @Test func bash() throws {
    let script = CompletionScript(Bakery.command).text(for: .bash)
    try ShellProcess.withFolder(script: script) { folder in
      let check = try ShellProcess.run("bash", ["-n", ".script"], in: folder)
      #expect(check.errors == "")
      for (words, expected) in Self.common + Self.bashOnly {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let drive = """
          set -u; source .script
          COMP_WORDS=(bakery \(quoted)); COMP_CWORD=\(words.count)
          _bakery
          ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
          exit 0
          """
        let result = try ShellProcess.run("bash", ["--norc", "-c", drive], in: folder)
        #expect(result.errors == "", "bakery \(quoted)")
        #expect(result.lines.sorted() == expected, "bakery \(quoted)")
      }
      let registered = try ShellProcess.run(
        "bash",
        ["--norc", "-c", "source .script; complete -p bakery"],
        in: folder
      )
      #expect(registered.output == "complete -F _bakery bakery\n")
    }
  }

  /// Values that only completions need are not computed while a command line is parsed.
  @Test func usualWordsAreMadeForCompletionsOnly() throws {
    let count = Mutex(0)
    let command = Command(
      "shop",
      "Sell.",
      operands: [
        Operand(
          .usual(
            "NAME",
            count.withLock { made in
              made += 1
              return ["euro", "dollar"]
            }
          ),
          "The money."
        )
      ]
    )
    _ = try command.parse(["franc"])
    _ = HelpText(command).text()
    #expect(count.withLock { $0 } == 0)
    #expect(CompletionScript(command).text(for: .bash).contains("euro"))
  }

  /// Values that a shell completes: common ones, parts of given ones, revisions.
  @Test func bashCompletesSomeValues() throws {
    let command = Command(
      "shop",
      "Sell.",
      operands: [Operand(.path("BOX", extensions: "box"), "The box.")],
      options: [
        .value("currency", .usual("NAME", ["euro", "dollar"]), "The money, or any other."),
        .value("since", .revision(), "Which revision of the price list."),
        .value("part", .member("NAME", extension: "part", of: "box"), "Which part of the box."),
      ]
    )
    let cases: [([String], [String])] = [
      (["--currency", "e"], ["euro"]), (["cakes.box", "--part", ""], ["lower", "upper half"]),
      (["cakes.box/", "--part=l"], ["--part=lower"]), (["pear.txt", "--part", ""], []),
      (["--since", "H"], ["HEAD"]), (["--since", "rel"], ["release"]),
    ]
    let prepare = """
      mkdir -p cakes.box/lower.part 'cakes.box/upper half.part'; git init -q -b main
      git -c user.name=Ada -c user.email=a@b commit -q --allow-empty -m one; git branch release
      """
    let script = CompletionScript(command).text(for: .bash)
    try ShellProcess.withFolder(script: script) { folder in
      let isPrepared = try ShellProcess.run("bash", ["-ec", prepare], in: folder)
      #expect(isPrepared.status == 0)
      for (words, expected) in cases {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let drive = """
          set -u; source .script
          COMP_WORDS=(shop \(quoted)); COMP_CWORD=\(words.count); _shop
          ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
          exit 0
          """
        let result = try ShellProcess.run("bash", ["--norc", "-c", drive], in: folder)
        #expect(result.errors == "" && result.lines.sorted() == expected, "shop \(quoted)")
      }
    }
  }

  @Test func fish() throws {
    let script = CompletionScript(Bakery.command).text(for: .fish)
    try ShellProcess.withFolder(script: script) { folder in
      let check = try ShellProcess.run("fish", ["-n", ".script"], in: folder)
      #expect(check.errors == "")
      for (words, expected) in Self.common {
        let line = (["bakery"] + words).joined(separator: " ")
        let drive = "source .script; complete -C '\(line)'"
        let result = try ShellProcess.run("fish", ["--no-config", "-c", drive], in: folder)
        #expect(result.errors == "", "\(line)")
        let found = result.lines.map { String($0.prefix { $0 != "\t" }) }
        #expect(found.sorted() == expected, "\(line)")
      }
    }
  }

  @Test func zsh() throws {
    let script = CompletionScript(Bakery.command).text(for: .zsh)
    try ShellProcess.withFolder(script: script) { folder in
      let check = try ShellProcess.run("zsh", ["-f", "-n", ".script"], in: folder)
      #expect(check.errors == "")
      #expect(check.status == 0)
    }
  }

  /// A bare colon ends the action of a specification, and the rest is ignored.
  @Test func colonsInActionsOfZshAreEscaped() throws {
    let command = Command(
      "tool",
      "A tool.",
      options: [
        .value("base", .revision(), "A revision."),
        .value("part", .member("NAME", extension: "part", of: "bundle"), "A part of the bundle."),
      ]
    )
    let script = CompletionScript(command).text(for: .zsh)
    let actions = script.split(separator: "\n").filter { $0.contains("{compadd") }
    #expect(actions.count == 2)
    for action in actions {
      let body = action[try #require(action.range(of: "{compadd")).lowerBound...]
      #expect(body.contains(":"), "\(action)")
      #expect(!body.replacing("\\:", with: "").contains(":"), "\(action)")
    }
  }

  @Test func hostileHelpStaysText() throws {
    let evil = "it's $(touch hacked) `touch hacked` \"x\" [y]: \\ 100%"
    let command = Command(
      "tool",
      evil,
      operands: [],
      options: [.value("opt", short: "o", .choice("A]:B", "one", "two"), evil)],
      subcommands: [Command("verb", evil, operands: [Operand(.path("X:Y"), evil)])]
    )
    for shell in Shell.allCases {
      let script = CompletionScript(command).text(for: shell)
      try ShellProcess.withFolder(script: script) { folder in
        let flag = shell == .zsh ? "autoload -U compinit; compinit -u;" : ""
        let name = shell.rawValue
        let check = try ShellProcess.run(name, ["-c", "\(flag) source ./.script"], in: folder)
        #expect(check.errors == "")
        let hacked = folder.appendingPathComponent("hacked").path
        #expect(!FileManager.default.fileExists(atPath: hacked))
      }
    }
  }

  @Test func namesOfFunctionsArePlain() {
    let script = CompletionScript(Command("my-tool.x", "")).text(for: .bash)
    #expect(script.contains("\n_my_tool_x() {\n"))
    #expect(script.contains("\ncomplete -F _my_tool_x my-tool.x\n"))
  }
}
