import Diagnostics
import Foundation
import JSON
import Testing

@Suite struct JSONRendererTests {
  @Test func document() {
    #expect(
      JSONRenderer(tool: Samples.tool).text(of: [Samples.unknownParent, Samples.bare]) == """
        {
          "schema": 1,
          "tool": {
            "name": "momgen",
            "version": "1.2.3"
          },
          "diagnostics": [
            {
              "severity": "error",
              "rule": "unknown-parent",
              "message": "entity 'Book' has an unknown parent 'Prodcut'",
              "path": "Shop.xcdatamodeld/Shop.xcdatamodel/contents",
              "line": 3,
              "column": 17,
              "element": null,
              "hint": "did you mean 'Product'?",
              "notes": [
                {
                  "message": "'Product' is here",
                  "path": "Shop.xcdatamodeld/Shop.xcdatamodel/contents",
                  "line": 2,
                  "column": 5
                }
              ]
            },
            {
              "severity": "note",
              "rule": "",
              "message": "nothing to do",
              "path": null,
              "line": null,
              "column": null,
              "element": null,
              "hint": null,
              "notes": []
            }
          ],
          "summary": {
            "errors": 1,
            "warnings": 0,
            "notes": 1
          }
        }

        """
    )
  }

  @Test func emptyReportIsADocumentToo() {
    #expect(
      JSONRenderer(tool: Samples.tool, layout: .compact).text(of: []) == """
        {"schema":1,"tool":{"name":"momgen","version":"1.2.3"},"diagnostics":[],\
        "summary":{"errors":0,"warnings":0,"notes":0}}

        """
    )
  }
}

@Suite struct GitHubRendererTests {
  @Test func commandsAreSortedByHarm() {
    #expect(
      GitHubRenderer().text(of: [Samples.bare, Samples.noInverse, Samples.unknownParent]) == """
        ::error file=Shop.xcdatamodeld/Shop.xcdatamodel/contents,line=3,col=17,\
        title=unknown-parent::entity 'Book' has an unknown parent 'Prodcut'\
        %0Ahint: did you mean 'Product'?\
        %0Anote: Shop.xcdatamodeld/Shop.xcdatamodel/contents:2:5: 'Product' is here
        ::warning file=Shop.xcdatamodeld/Shop.xcdatamodel/contents,line=4,\
        title=no-inverse::Book.author has no inverse
        ::notice::nothing to do

        """
    )
  }

  @Test func delimitersAreEscaped() {
    let diagnostic = Diagnostic(
      .error,
      rule: "a,b:c",
      "100%: a,b\n::error::fake\u{1B}",
      at: Place(path: "a,b:c%\nd", line: 1),
      notes: [.init("n", at: Place())]
    )
    #expect(
      GitHubRenderer().text(of: [diagnostic])
        == #"::error file=a%2Cb%3Ac%25\nd,line=1,title=a%2Cb%3Ac::"#
        + #"100%25: a,b\n::error::fake\u{1B}%0Anote: n"# + "\n"
    )
  }

  @Test func orderWithinAKindStays() {
    let many = ["b", "a", "c"].map { Diagnostic(.error, rule: "", $0, at: Place()) }
    #expect(GitHubRenderer().text(of: many) == "::error::b\n::error::a\n::error::c\n")
  }
}

@Suite struct DiagnosticSummaryTests {
  @Test(arguments: [
    (0, 0, 0, "no problems"), (1, 0, 0, "1 error"), (2, 1, 0, "2 errors, 1 warning"),
    (0, 2, 1, "2 warnings, 1 note"), (0, 0, 3, "3 notes"),
  ])
  func counts(errors: Int, warnings: Int, notes: Int, text: String) {
    let kinds: [(Severity, Int)] = [(.note, notes), (.error, errors), (.warning, warnings)]
    let diagnostics = kinds.flatMap { severity, count in
      (0..<count).map { Diagnostic(severity, rule: "r", "\($0)", at: Place()) }
    }
    #expect(DiagnosticSummary(of: diagnostics).description == text)
  }
}

@Suite struct ColorModeTests {
  static let cases: [(ColorMode, OutputConditions, Bool)] = [
    (.auto, .init(isTerminal: true, terminalType: "xterm"), true),
    (.auto, .init(isTerminal: true), true),
    (.auto, .init(isTerminal: false), false),
    (.auto, .init(isTerminal: true, terminalType: "dumb"), false),
    (.auto, .init(isTerminal: true, noColor: "1"), false),
    (.auto, .init(isTerminal: true, noColor: ""), true),
    (.auto, .init(isTerminal: false, forceColor: "1"), true),
    (.auto, .init(isTerminal: false, forceColor: "0"), false),
    (.auto, .init(isTerminal: false, forceColor: ""), false),
    (.auto, .init(isTerminal: true, forceColor: "1", terminalType: "dumb"), true),
    (.auto, .init(isTerminal: true, noColor: "1", forceColor: "1"), false),
    (.always, .init(isTerminal: false, noColor: "1", terminalType: "dumb"), true),
    (.never, .init(isTerminal: true, forceColor: "1"), false),
  ]

  @Test(arguments: cases)
  func policy(mode: ColorMode, output: OutputConditions, isEnabled: Bool) {
    #expect(mode.isEnabled(on: output) == isEnabled)
  }

  @Test func readsTheEnvironment() {
    let environment = ["NO_COLOR": "a", "CLICOLOR_FORCE": "b", "TERM": "c"]
    #expect(
      OutputConditions(isTerminal: true) { environment[$0] }
        == OutputConditions(isTerminal: true, noColor: "a", forceColor: "b", terminalType: "c")
    )
  }
}

@Suite struct DiagnosticFormatTests {
  @Test func everyFormatHasItsRenderer() {
    func text(_ format: DiagnosticFormat) -> String {
      format.renderer(tool: Samples.tool, people: TextRenderer(isColored: false))
        .text(of: [Samples.noInverse])
    }
    #expect(text(.text).hasPrefix("Shop"))
    #expect(text(.json).contains("\"schema\": 1"))
    #expect(text(.sarif).contains("\"2.1.0\""))
    #expect(text(.github).hasPrefix("::warning"))
  }
}
