import CommandLineParsing

/// A command that uses every feature.
enum Bakery {
  enum Shape: String, CaseIterable {
    case round
    case square
    case heart
  }

  static let bake = Command(
    "bake",
    "Bake cakes.",
    discussion: """
      Reads recipes and bakes them, one after the other, until there is no flour left or
      everything is done.

        a list
        as it is
      """,
    group: "Work",
    operands: [
      Operand(
        .path("RECIPE", extensions: "recipe", "txt"),
        count: .many(atLeast: 1),
        "What to bake."
      )
    ],
    options: [
      .value(
        "shape",
        short: "s",
        .choice("SHAPE", of: Shape.self),
        default: "round",
        "The shape of the cakes."
      ),
      .value("layers", short: "l", .integer("COUNT", in: 1...9), "How many layers."),
      .value("topping", short: "t", .text("NAME"), isRepeatable: true, "What goes on top."),
      .value("output", short: "o", .directory(), "Where the cakes go."),
      .value(
        "filling",
        .nameOrPath("FILLING", names: ["jam", "plum"], extensions: "recipe"),
        "What is inside: a filling of the house, or one's own."
      ),
      .flag("dry-run", short: "n", "Show what would be baked."),
      .flag("quiet", short: "q", "Say nothing."),
    ],
    exclusives: [ExclusiveOptions("dry-run", "quiet")],
    examples: [
      Example("bakery bake plum.recipe", "Bake one cake."),
      Example(
        "bakery bake -l 3 -t cream -t nuts *.recipe",
        "Bake many cakes with three layers each, which are topped with cream and with nuts."
      ),
    ],
    exitCodes: [ExitCode(0, "All cakes are done."), ExitCode(64, "The command line is wrong.")]
  )

  static let sell = Command(
    "sell",
    "Sell a cake.",
    group: "Trade",
    operands: [
      Operand(.text("CAKE"), "Which cake."),
      Operand(.choice("PLACE", "shop", "market"), count: .optional, default: "shop", "Where."),
    ],
    options: [
      .value("price", .integer("CENTS", in: 1 ... .max), isRequired: true, "How much it costs."),
      .flag("cash", "Take coins."),
      .value("card", .text("ISSUER"), "Take cards."),
      .value("version", .text("EDITION"), "Which edition of the cake."),
    ],
    exclusives: [ExclusiveOptions("cash", "card", isRequired: true)]
  )

  static let compare = Command(
    "compare",
    "Compare two cakes.",
    group: "Trade",
    operands: [
      Operand(.path("CAKES"), count: .many(atLeast: 2), "The cakes."),
      Operand(.path("REPORT"), "Where the comparison goes."),
    ]
  )

  static let stock = Command(
    "stock",
    "Look after the flour.",
    group: "Work",
    options: [.value("unit", .choice("UNIT", "kg", "lb"), default: "kg", "The unit of weight.")],
    subcommands: [
      Command("add", "Put flour in.", operands: [Operand(.integer("AMOUNT"), "How much.")]),
      Command("list", "Say what is there."),
    ]
  )

  static let command = Command(
    "bakery",
    "everything a bakery needs",
    options: [
      .flag("no-color", "Write without colours."),
      .flag("verbose", short: "v", isRepeatable: true, "Say more."),
      .value("config", short: "c", .path("FILE", extensions: "json"), "The settings to use."),
    ],
    subcommands: [bake, sell, compare, stock],
    exitCodes: [ExitCode(0, "Success.")]
  )
}
