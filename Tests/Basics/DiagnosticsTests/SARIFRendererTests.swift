import Diagnostics
import Foundation
import Testing

@Suite struct SARIFRendererTests {
  static let rules = [
    RuleDescription("no-inverse", "Relationships have inverses", severity: .warning),
    RuleDescription(
      "unknown-parent",
      "A parent entity exists",
      severity: .error,
      helpURI: "https://example.org/unknown-parent"
    ),
  ]

  @Test func log() {
    #expect(
      SARIFRenderer(tool: Samples.tool, rules: Self.rules).text(of: [Samples.unknownParent]) == """
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "momgen",
                  "version": "1.2.3",
                  "rules": [
                    {
                      "id": "no-inverse",
                      "shortDescription": {
                        "text": "Relationships have inverses"
                      },
                      "defaultConfiguration": {
                        "level": "warning"
                      }
                    },
                    {
                      "id": "unknown-parent",
                      "shortDescription": {
                        "text": "A parent entity exists"
                      },
                      "helpUri": "https://example.org/unknown-parent",
                      "defaultConfiguration": {
                        "level": "error"
                      }
                    }
                  ]
                }
              },
              "columnKind": "unicodeCodePoints",
              "results": [
                {
                  "ruleId": "unknown-parent",
                  "ruleIndex": 1,
                  "level": "error",
                  "message": {
                    "text": "entity 'Book' has an unknown parent 'Prodcut'\\n\\n\
        hint: did you mean 'Product'?"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 17
                        }
                      }
                    }
                  ],
                  "relatedLocations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 5
                        }
                      },
                      "message": {
                        "text": "'Product' is here"
                      }
                    }
                  ]
                }
              ]
            }
          ]
        }

        """
    )
  }

  @Test func elementsAreLogicalLocations() throws {
    func finding(_ element: String?, line: Int = 1) -> Diagnostic {
      Diagnostic(.note, rule: "r", "m", at: Place(path: "f", line: line), element: element)
    }
    let findings = [
      finding("Team.players"), finding("Team"), finding(""), finding(nil),
      finding("Team.players", line: 9),
    ]
    let log = try Document(SARIFRenderer(tool: Samples.tool).text(of: findings))
    let results = try #require(log["runs"].array?.first?["results"].array)
    let names = results.map { result -> String in
      let location = result["locations"].array?.first?["logicalLocations"].array?.first
      return [location?["kind"], location?["name"], location?["fullyQualifiedName"]]
        .compactMap { $0?.string }.joined(separator: " ")
    }
    #expect(names == ["member players Team.players", "type Team Team", "", "", names[0]])
    let prints = results.map { $0["partialFingerprints"]["primaryLocationLineHash"].string }
    #expect(prints[3] == nil)
    #expect(prints[0]?.hasSuffix(":1") == true)
    #expect(prints[4] == prints[0].map { $0.dropLast() + "2" })
    #expect(Set(prints).count == 5)
    let moved = try Document(
      SARIFRenderer(tool: Samples.tool).text(of: [finding("Team.players", line: 77)])
    )
    let print = moved["runs"].array?.first?["results"].array?.first?["partialFingerprints"]
    #expect(print?["primaryLocationLineHash"].string == prints[0])
  }

  /// The requirements of the SARIF 2.1.0 schema for the parts that are written.
  @Test func structure() throws {
    let strange = [
      Diagnostic(.note, rule: "", "", at: Place(path: "", line: 0, column: 0)),
      Diagnostic(.error, rule: "made up", "m", at: Place(path: "a", line: 0, column: 5)),
      Diagnostic(.error, rule: "made up", "m", at: Place(path: "a", line: 1, column: -1)),
      Diagnostic(.error, rule: "x", "m", at: Place(), notes: [.init("", at: Place())]),
    ]
    let tool = ReportingTool(name: "t", version: "1", informationURI: "https://example.org")
    let text = SARIFRenderer(tool: tool, rules: Self.rules + Self.rules)
      .text(of: Samples.all + strange)
    let log = try Document(text)
    #expect(log["version"].string == "2.1.0")
    #expect(log["$schema"].string?.hasPrefix("https://") == true)
    let run = try #require(log["runs"].array?.first)
    #expect(run["tool"]["driver"]["name"].string == "t")
    #expect(run["tool"]["driver"]["informationUri"].string == "https://example.org")
    let rules = try #require(run["tool"]["driver"]["rules"].array)
    let ids = rules.compactMap { $0["id"].string }
    #expect(ids == ["no-inverse", "unknown-parent", "made up", "x"])
    #expect(rules.allSatisfy { $0["shortDescription"]["text"].string?.isEmpty == false })
    let results = try #require(run["results"].array)
    #expect(results.count == Samples.all.count + strange.count)
    for result in results {
      #expect(result["message"]["text"].string != nil)
      #expect(["note", "warning", "error"].contains(result["level"].string))
      if let index = result["ruleIndex"].integer {
        #expect(ids[index] == result["ruleId"].string)
      } else {
        #expect(result["ruleId"].string == nil)
      }
      for location in (result["locations"].array ?? []) + (result["relatedLocations"].array ?? []) {
        let physical = location["physicalLocation"]
        if let uri = physical["artifactLocation"]["uri"].string { #expect(!uri.isEmpty) }
        if physical["region"].isPresent {
          #expect((physical["region"]["startLine"].integer ?? 0) >= 1)
          #expect((physical["region"]["startColumn"].integer ?? 1) >= 1)
        }
      }
    }
  }

  @Test(arguments: [
    ("a {0} b", "a {{0}} b"),
    ("[click](https://evil.example)", #"[click\](https://evil.example)"#),
    ("values [1] (x)", "values [1] (x)"),
    (#"back\slash"#, #"back\slash"#),
  ])
  func messagesAreLiteral(message: String, text: String) throws {
    let diagnostic = Diagnostic(.error, rule: "r", message, at: Place())
    let log = try Document(SARIFRenderer(tool: Samples.tool).text(of: [diagnostic]))
    let result = log["runs"].array?.first?["results"].array?.first
    #expect(result?["message"]["text"].string == text)
  }
}

@Suite struct FileURITests {
  @Test(arguments: [
    ("a/b.c", "a/b.c"),
    ("My Model.xcdatamodeld/Größe/contents", "My%20Model.xcdatamodeld/Gr%C3%B6%C3%9Fe/contents"),
    ("/home/me/a b", "file:///home/me/a%20b"),
    ("/", "file:///"),
    ("./a//b/./c", "a/b/c"),
    ("../a", "../a"),
    ("http://x", "http%3A/x"),
    ("a:b", "a%3Ab"),
    ("100%?#[x]", "100%25%3F%23%5Bx%5D"),
    ("a\nb\u{1B}", "a%0Ab%1B"),
    ("a/", "a/"),
    (".", "."),
    ("", "."),
    ("-_~.x", "-_~.x"),
  ])
  func references(path: String, uri: String) {
    #expect(FileURI.reference(toPath: path) == uri)
    #expect(path.isEmpty || URL(string: uri) != nil)
  }
}

/// A JSON document with accessors for tests.
struct Document {
  private let value: Any?

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  private init(value: Any?) { self.value = value }

  subscript(name: String) -> Document { Document(value: (value as? [String: Any])?[name]) }
  var array: [Document]? { (value as? [Any])?.map { Document(value: $0) } }
  var string: String? { value as? String }
  var integer: Int? { value as? Int }
  var isPresent: Bool { value != nil }
}
