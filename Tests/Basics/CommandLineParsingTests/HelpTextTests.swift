import Testing

@testable import CommandLineParsing

@Suite struct HelpTextTests {
  @Test func wholeCommand() {
    #expect(
      HelpText(Bakery.command).text() == """
        bakery: everything a bakery needs

        Usage: bakery COMMAND [OPTIONS]

        Work:
          bake               Bake cakes.
          stock              Look after the flour.

        Trade:
          sell               Sell a cake.
          compare            Compare two cakes.

        Options:
              --no-color     Write without colours.
          -v, --verbose      Say more (may be repeated).
          -c, --config FILE  The settings to use.
          -h, --help         Show help.
              --version      Show the version.

        Exit codes:
          0  Success.

        Run 'bakery help COMMAND' for more about a command.

        """
    )
  }

  @Test func verb() {
    #expect(
      HelpText(Bakery.command).text(for: ["bake"]) == """
        bakery bake: Bake cakes.

        Usage: bakery bake [--shape SHAPE] [--layers COUNT] [--topping NAME...]
                           [--output DIRECTORY] [--filling FILLING]
                           [--dry-run | --quiet] RECIPE...

        Reads recipes and bakes them, one after the other, until there is no flour left
        or everything is done.

          a list
          as it is

        Arguments:
          RECIPE                  What to bake.

        Options:
          -s, --shape SHAPE       The shape of the cakes (round, square or heart;
                                  default: round).
          -l, --layers COUNT      How many layers (1 to 9).
          -t, --topping NAME      What goes on top (may be repeated).
          -o, --output DIRECTORY  Where the cakes go.
              --filling FILLING   What is inside: a filling of the house, or one's own.
          -n, --dry-run           Show what would be baked.
          -q, --quiet             Say nothing.

        Common options:
              --no-color          Write without colours.
          -v, --verbose           Say more (may be repeated).
          -c, --config FILE       The settings to use.
          -h, --help              Show help.
              --version           Show the version.

        Examples:
          bakery bake plum.recipe
              Bake one cake.
          bakery bake -l 3 -t cream -t nuts *.recipe
              Bake many cakes with three layers each, which are topped with cream and
              with nuts.

        Exit codes:
          0   All cakes are done.
          64  The command line is wrong.

        """
    )
  }

  @Test func requiredOptionsAndOptionalOperands() {
    #expect(
      HelpText(Bakery.command).text(for: ["sell"]) == """
        bakery sell: Sell a cake.

        Usage: bakery sell --price CENTS (--cash | --card ISSUER) [--version EDITION]
                           CAKE [PLACE]

        Arguments:
          CAKE                   Which cake.
          PLACE                  Where (shop or market; default: shop).

        Options:
              --price CENTS      How much it costs (at least 1; required).
              --cash             Take coins.
              --card ISSUER      Take cards.
              --version EDITION  Which edition of the cake.

        Common options:
              --no-color         Write without colours.
          -v, --verbose          Say more (may be repeated).
          -c, --config FILE      The settings to use.
          -h, --help             Show help.

        """
    )
  }

  @Test func nestedVerb() {
    #expect(
      HelpText(Bakery.command).text(for: ["stock"]) == """
        bakery stock: Look after the flour.

        Usage: bakery stock COMMAND [OPTIONS]

        Commands:
          add                Put flour in.
          list               Say what is there.

        Options:
              --unit UNIT    The unit of weight (kg or lb; default: kg).

        Common options:
              --no-color     Write without colours.
          -v, --verbose      Say more (may be repeated).
          -c, --config FILE  The settings to use.
          -h, --help         Show help.
              --version      Show the version.

        Run 'bakery stock help COMMAND' for more about a command.

        """
    )
  }

  @Test func narrowPage() {
    let command = Command(
      "tool",
      "does it",
      options: [.value("a-very-long-name-indeed", .text("VALUE"), "What one has to know about it.")]
    )
    #expect(
      HelpText(command, width: 3).text() == """
        tool: does it

        Usage: tool
                    [--a-very-long-name-indeed VALUE]

        Options:
              --a-very-long-name-indeed VALUE
                         What one has to know
                         about it.
          -h, --help     Show help.
              --version  Show the version.

        """
    )
  }

  @Test func noLineIsTooWide() {
    for path in [[], ["bake"], ["sell"], ["compare"], ["stock"], ["stock", "add"]] {
      for width in 60...100 {
        let text = HelpText(Bakery.command, width: width).text(for: path)
        for line in text.split(separator: "\n") {
          #expect(line.count <= width)
          #expect(line.last != " ")
        }
      }
    }
  }

  @Test func partOfThePathThatExistsCounts() {
    let help = HelpText(Bakery.command)
    #expect(help.text(for: ["stock", "nothing"]) == help.text(for: ["stock"]))
  }
}

@Suite struct WrappedTextTests {
  @Test(arguments: [
    ("", 10, []),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]),
    ("  spaces   go ", 20, ["spaces go"]),
    ("incomprehensibilities are", 5, ["incomprehensibilities", "are"]),
    ("日本 日本 日本", 9, ["日本 日本", "日本"]),
  ])
  func lines(text: String, width: Int, lines: [String]) {
    #expect(WrappedText.lines(of: text, width: width) == lines)
  }
}
