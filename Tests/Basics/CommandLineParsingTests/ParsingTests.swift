import CommandLineParsing
import Testing

@Suite struct ParsingTests {
  static func run(_ words: String...) throws -> ParsedArguments {
    guard case .run(let arguments) = try Bakery.command.parse(words) else {
      throw Unexpected(words: words)
    }
    return arguments
  }

  struct Unexpected: Error { var words: [String] }

  @Test func everyWayToGiveAValue() throws {
    for words in [
      ["--shape", "heart"], ["--shape=heart"], ["-s", "heart"], ["-sheart"], ["-s=heart"],
      ["-ns", "heart"], ["-nsheart"],
    ] {
      let invocation = try Bakery.command.parse(["bake"] + words + ["x"])
      guard case .run(let arguments) = invocation else { throw Unexpected(words: words) }
      #expect(arguments.value("shape") == "heart")
      #expect(arguments.choice("shape", of: Bakery.Shape.self) == .heart)
      #expect(arguments.operands("RECIPE") == ["x"])
    }
  }

  @Test func defaultsHoldForAbsentOptions() throws {
    let arguments = try Self.run("bake", "x")
    #expect(arguments.path == ["bake"])
    #expect(arguments.value("shape") == "round")
    #expect(!arguments.has("shape"))
    #expect(arguments.integer("layers") == nil)
    #expect(arguments.values("topping") == [])
    #expect(!arguments.has("dry-run"))
    #expect(!arguments.has("no-color"))
    let sale = try Self.run("sell", "plum", "--cash", "--price=5")
    #expect(sale.operand("PLACE") == "shop")
    #expect(sale.integer("price") == 5)
  }

  @Test func repeatableOptionsKeepTheirOrder() throws {
    let arguments = try Self.run(
      "bake",
      "-tb",
      "x",
      "--topping",
      "a",
      "-vv",
      "y",
      "--topping=",
      "-v"
    )
    #expect(arguments.values("topping") == ["b", "a", ""])
    #expect(arguments.count("verbose") == 3)
    #expect(arguments.operands("RECIPE") == ["x", "y"])
  }

  @Test func sharedOptionsStandAnywhere() throws {
    #expect(try Self.run("--no-color", "bake", "x").has("no-color"))
    #expect(try Self.run("bake", "x", "--no-color").has("no-color"))
    let arguments = try Self.run("-c", "my.json", "stock", "--unit", "lb", "add", "3", "-v")
    #expect(arguments.path == ["stock", "add"])
    #expect(arguments.value("config") == "my.json")
    #expect(arguments.value("unit") == "lb")
    #expect(arguments.operand("AMOUNT") == "3")
    #expect(arguments.count("verbose") == 1)
  }

  @Test(arguments: [
    (["--", "-x"], ["-x"]), (["--", "--help"], ["--help"]), (["--", "--"], ["--"]),
    (["-"], ["-"]), (["-5"], ["-5"]), (["-.5", "-1e3"], ["-.5", "-1e3"]), ([""], [""]),
    (["a", "--", "b"], ["a", "b"]), (["help"], ["help"]), (["--shape=heart", "-"], ["-"]),
  ])
  func operandsThatLookLikeOptions(words: [String], operands: [String]) throws {
    // An empty path is invalid, so these use an operand that accepts any string.
    let command = Command(
      "tool",
      "",
      operands: [Operand(.text("WORD"), count: .many(atLeast: 0), "")],
      options: [.value("shape", .text("S"), "")]
    )
    guard case .run(let arguments) = try command.parse(words) else {
      throw Unexpected(words: words)
    }
    #expect(arguments.operands("WORD") == operands)
  }

  @Test func negativeNumbersAreValues() throws {
    #expect(try Self.run("stock", "add", "-5").operand("AMOUNT") == "-5")
    #expect(try Self.run("bake", "x", "-t", "-2.5").value("topping") == "-2.5")
    #expect(try Self.run("bake", "x", "-o", "-").value("output") == "-")
    let digits = Command("tool", "", options: [.flag("one", short: "1", "")])
    guard case .run(let arguments) = try digits.parse(["-1"]) else { throw Unexpected(words: []) }
    #expect(arguments.has("one"))
  }

  @Test func wordsGoToOperandsInOrder() throws {
    let arguments = try Self.run("compare", "a", "b", "c", "d")
    #expect(arguments.operands("CAKES") == ["a", "b", "c"])
    #expect(arguments.operand("REPORT") == "d")
    let sale = try Self.run("sell", "plum", "market", "--card", "me", "--price", "1")
    #expect(sale.operand("CAKE") == "plum")
    #expect(sale.operand("PLACE") == "market")
  }

  @Test func aVerbMayHaveItsOwnVersion() throws {
    let arguments = try Self.run("sell", "x", "--version", "2", "--cash", "--price=1")
    #expect(arguments.value("version") == "2")
  }

  static let requests: [([String], Invocation)] = [
    ([], .help([])), (["--help"], .help([])), (["-h"], .help([])), (["help"], .help([])),
    (["help", "bake"], .help(["bake"])), (["bake", "--help"], .help(["bake"])),
    (["bake", "-h"], .help(["bake"])), (["--help", "bake"], .help(["bake"])),
    (["bake", "-qh"], .help(["bake"])),
    (["bake", "x", "--help", "y"], .help(["bake"])),
    (["help", "stock", "add"], .help(["stock", "add"])),
    (["stock", "help", "add"], .help(["stock", "add"])), (["stock", "help"], .help(["stock"])),
    (["help", "--no-color", "sell"], .help(["sell"])),
    (["-c", "f", "help", "sell"], .help(["sell"])),
    // Help is printed even if there are errors.
    (["bake", "-qh", "--bogus"], .help(["bake"])),
    (["bake", "--bogus", "--help"], .help(["bake"])), (["sell", "-h"], .help(["sell"])),
    (["bake", "--shape", "--help"], .help(["bake"])),
    (["bake", "--layers=0", "-h"], .help(["bake"])), (["help", "help"], .help([])),
    (["--version"], .version), (["bake", "--version"], .version), (["-v", "--version"], .version),
    (["--version", "--help"], .help([])),
  ]

  @Test(arguments: requests)
  func helpAndVersion(words: [String], invocation: Invocation) throws {
    #expect(try Bakery.command.parse(words) == invocation)
  }
}
