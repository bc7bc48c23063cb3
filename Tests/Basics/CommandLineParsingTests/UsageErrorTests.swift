import CommandLineParsing
import Diagnostics
import Testing

@Suite struct UsageErrorTests {
  static let cases: [(words: [String], message: String)] = [
    (["-v"], "a command is missing: 'bake', 'sell', 'compare' or 'stock'"),
    (["stock"], "a command is missing: 'add' or 'list'"),
    (["bkae"], "unknown command 'bkae'; did you mean 'bake'?"),
    (["comp"], "unknown command 'comp'; did you mean 'compare'?"),
    (["hlep"], "unknown command 'hlep'; did you mean 'help'?"),
    (["brew"], "unknown command 'brew'"),
    (["brew", "--help"], "unknown command 'brew'"),
    (["help", "bkae"], "unknown command 'bkae'; did you mean 'bake'?"),
    (["help", "bake", "x"], "unexpected argument 'x'"),
    (["stock", "ad"], "unknown command 'ad'; did you mean 'add'?"),
    ([""], "unknown command ''"),

    (["bake", "--hsape", "heart"], "unknown option '--hsape'; did you mean '--shape'?"),
    (["bake", "--hsape=heart"], "unknown option '--hsape'; did you mean '--shape'?"),
    (["bake", "--no-colour"], "unknown option '--no-colour'; did you mean '--no-color'?"),
    (["bake", "--hepl"], "unknown option '--hepl'; did you mean '--help'?"),
    (["bake", "--zzzzzz"], "unknown option '--zzzzzz'"),
    (["bake", "-shape", "heart"], "unknown option '-shape'; did you mean '--shape'?"),
    (["bake", "-quiet"], "unknown option '-quiet'; did you mean '--quiet'?"),
    (["bake", "-x"], "unknown option '-x'"),
    (["bake", "-qx"], "unknown option '-x' in '-qx'"),
    (["bake", "-5x"], "unknown option '-5' in '-5x'"),
    (["bake", "--=x"], "unknown option '--'"),
    (["--shape", "heart", "bake", "x"], "option '--shape' must follow 'bake'"),
    (["-s", "heart", "bake", "x"], "option '-s' must follow 'bake'"),

    (["bake", "x", "--shape"], "option '--shape' needs a value: SHAPE"),
    (["bake", "x", "-s"], "option '-s' needs a value: SHAPE"),
    (["bake", "x", "--shape", "--"], "option '--shape' needs a value: SHAPE"),
    (
      ["bake", "x", "--topping", "--quiet"],
      "option '--topping' needs a value: NAME; '--quiet' looks like an option"
        + " (if it is meant, write '--topping=--quiet')"
    ),
    (["bake", "x", "--quiet=yes"], "option '--quiet' takes no value, but was given 'yes'"),
    (["bake", "x", "-q=yes"], "option '-q' takes no value, but was given 'yes'"),
    (["--help=bake"], "option '--help' takes no value, but was given 'bake'"),
    (
      ["bake", "x", "--shape=heart", "-s", "round"],
      "option '-s' takes one value, but was given 'heart' and 'round'"
    ),
    (["bake", "x", "-qq"], "option '-q' was given more than once"),

    (
      ["bake", "x", "--shape", "oval"],
      "invalid value 'oval' for '--shape': expected 'round', 'square' or 'heart'"
    ),
    (
      ["bake", "x", "--shape", "sqaure"],
      "invalid value 'sqaure' for '--shape'; did you mean 'square'?"
    ),
    (
      ["bake", "x", "--shape="],
      "invalid value '' for '--shape': expected 'round', 'square' or 'heart'"
    ),
    (
      ["bake", "x", "--layers=10"],
      "invalid value '10' for '--layers': expected a whole number from 1 to 9"
    ),
    (
      ["bake", "x", "-l", "two"],
      "invalid value 'two' for '-l': expected a whole number from 1 to 9"
    ),
    (
      ["sell", "x", "--cash", "--price=0"],
      "invalid value '0' for '--price': expected a whole number from 1"
    ),
    (
      ["stock", "add", "99999999999999999999"],
      "invalid value '99999999999999999999' for AMOUNT: expected a whole number"
    ),
    (["bake", "x", "-o="], "invalid value '' for '-o': expected the path of a directory"),
    (["bake", ""], "invalid value '' for RECIPE: expected a path"),
    (
      ["sell", "x", "fair", "--cash", "--price=1"],
      "invalid value 'fair' for PLACE: expected 'shop' or 'market'"
    ),

    (["bake"], "RECIPE is missing"),
    (["compare"], "CAKES is missing"),
    (["compare", "a"], "CAKES is needed at least 2 times, but was given once"),
    (["compare", "a", "b"], "REPORT is missing"),
    (["sell", "a", "shop", "c", "--cash", "--price=1"], "unexpected argument 'c'"),
    (["stock", "list", "x"], "unexpected argument 'x'"),

    (["sell", "x", "--cash"], "option '--price' is missing"),
    (["sell", "x", "--price=1"], "one of these options is needed: '--cash' or '--card'"),
    (
      ["sell", "x", "--card=a", "--cash", "--price=1"],
      "options '--card' and '--cash' cannot be used together"
    ),
    (["bake", "x", "-nq"], "options '-n' and '-q' cannot be used together"),

    (["bake", "--\u{1B}[2J\nok"], #"unknown option '--\u{1B}[2J\nok'"#),
  ]

  @Test(arguments: cases)
  func messages(words: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) { try Bakery.command.parse(words) }
    #expect(error?.message == message)
  }

  @Test func helpIsNamedForTheVerb() throws {
    let error = #expect(throws: UsageError.self) { try Bakery.command.parse(["stock", "add"]) }
    #expect(
      error?.description == """
        error: AMOUNT is missing
          hint: see 'bakery stock add --help'
        """
    )
    #expect(
      error?.diagnostic
        == Diagnostic(
          .error,
          rule: "usage",
          "AMOUNT is missing",
          at: Place(),
          hint: "see 'bakery stock add --help'"
        )
    )
  }

  @Test func hostileCommandLinesEnd() {
    let huge = String(repeating: "x", count: 200_000)
    #expect(throws: UsageError.self) { try Bakery.command.parse(["-\(huge)"]) }
    #expect(throws: UsageError.self) { try Bakery.command.parse(["bake", "--\(huge)=\(huge)"]) }
    #expect(throws: UsageError.self) { try Bakery.command.parse([huge]) }
    #expect(throws: Never.self) {
      try Bakery.command.parse(["bake"] + Array(repeating: "x", count: 50_000))
    }
  }
}

@Suite struct CommandFlawsTests {
  @Test func aGoodCommandHasNone() {
    #expect(Bakery.command.flaws == [])
  }

  @Test func contradictionsAreFound() {
    let command = Command(
      "bad tool",
      "",
      operands: [
        Operand(.text("A"), count: .many(atLeast: 0), ""),
        Operand(.text("A"), count: .many(atLeast: 0), ""),
      ],
      options: [
        .flag("help", ""), .flag("a", short: "h", ""), .flag("a", ""),
        .value("n", .integer(in: 1...2), default: "3", ""),
        .value("c", .choice("C", "a b"), ""),
      ],
      exclusives: [ExclusiveOptions("a", "zzz")],
      subcommands: [
        Command("help", ""), Command("x", "", options: [.flag("n", "")]), Command("x", ""),
      ]
    )
    #expect(
      command.flaws == [
        "bad tool: --a is declared twice",
        "bad tool: A is declared twice",
        "bad tool: 'x' is declared twice",
        "bad tool: --help and -h are taken",
        "bad tool: 'help' is taken",
        "bad tool: operands cannot be distinguished from verbs",
        "bad tool: more than one operand takes any number of words",
        "bad tool: --zzz is exclusive and not declared",
        "bad tool: the default of --n is not a whole number from 1 to 2",
        "bad tool: 'bad tool' is not a plain word",
        "bad tool: 'a b' is not a plain word",
        "bad tool x: --n is declared twice",
      ]
    )
  }
}
