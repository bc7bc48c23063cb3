import Foundation
import LeagueOperations
import LeagueWeb
import Testing

/// The contrasts of colors in the style sheet.
@Suite struct ContrastTests {
  /// The rules of the sheet: selectors and declarations, those in media queries included.
  private struct Rule {
    let selector: String
    let declarations: [String: String]
  }

  private let rules: [Rule]

  /// The values of the variables, in light and in dark.
  private let schemes: [String: [String: String]]

  init() async throws {
    let site = try TestSite(.memory)
    let sheet = try await site.get("/assets/style.css").body
      .replacing(#/\/\*.*?\*\//#.dotMatchesNewlines(), with: "")
    await site.web.stop()
    let all = sheet.matches(of: #/([^{};]+)\{([^{}]*)\}/#).map { match in
      let parts = match.output.2.split(separator: ";").map {
        $0.split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
      }
      return Rule(
        selector: match.output.1.trimmingCharacters(in: .whitespacesAndNewlines),
        declarations: Dictionary(
          parts.filter { $0.count == 2 }.map { ($0[0], $0[1]) },
          uniquingKeysWith: { $1 }
        )
      )
    }
    let roots = all.filter { $0.selector == ":root" }.map(\.declarations)
    #expect(roots.count == 2)
    schemes = ["light": roots[0], "dark": roots[0].merging(roots[1]) { $1 }]
    // The light of a live page has no text on it.
    rules = all.filter { $0.selector != ":root" && !$0.selector.hasSuffix(".dot") }
  }

  private func variable(_ value: String?) -> String? {
    value?.firstMatch(of: #/^var\((--[\w-]+)\)$/#).map { String($0.output.1) }
  }

  @Test func colorsAreVariables() {
    for rule in rules {
      for name in ["color", "background", "background-color"] {
        guard let value = rule.declarations[name], !rule.selector.contains("::backdrop") else {
          continue
        }
        #expect(value == "inherit" || variable(value) != nil, "\(rule.selector): \(value)")
      }
    }
  }

  /// Text may be on any background, except on those with a text color of their own.
  @Test(arguments: ["light", "dark"])
  func textCanBeReadOnEveryGround(scheme: String) throws {
    let values = try #require(schemes[scheme])
    let own = rules.filter { $0.selector.hasPrefix(".button.primary") }
    let others = rules.filter { !$0.selector.hasPrefix(".button.primary") }
    var pairs = 0
    for group in [own, others] {
      let texts = Set(group.compactMap { variable($0.declarations["color"]) })
      let grounds = Set(group.compactMap { variable($0.declarations["background"]) })
      for text in texts {
        for ground in grounds {
          let contrast = try contrast(values[text], values[ground])
          #expect(contrast >= 4.5, "\(text) on \(ground) in \(scheme): \(contrast)")
          pairs += 1
        }
      }
    }
    #expect(pairs >= 20)
    // The edges of controls are visible.
    for edge in ["--edge", "--focus"] {
      for ground in ["--ground", "--sheet", "--hover"] {
        #expect(try contrast(values[edge], values[ground]) >= 3, "\(edge) on \(ground)")
      }
    }
  }

  /// The ratio of WCAG 2.
  private func contrast(_ first: String?, _ second: String?) throws -> Double {
    let brightness = try [first, second].map(luminance).sorted()
    return (brightness[1] + 0.05) / (brightness[0] + 0.05)
  }

  private func luminance(_ color: String?) throws -> Double {
    let digits = try #require(color?.wholeMatch(of: #/#([0-9a-f]{6})/#)).output.1
    let number = try #require(Int(digits, radix: 16))
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double(number >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
