import ManagedModel
import Testing

@testable import ModelDiagram

struct TextMetricsTests {
  @Test(arguments: [
    ("", false, 0), ("M", false, 11), ("iii", false, 11), ("Team", true, 37), ("日本", false, 24),
    ("e\u{301}", false, 8), ("e", false, 8),
  ])
  func widths(text: String, isBold: Bool, width: Int) {
    #expect(TextMetrics.width(of: text, size: 12, isBold: isBold) == width)
  }

  @Test func fittingTextsStay() {
    for length in 0..<40 {
      let text = String(repeating: "aW", count: length)
      let width = TextMetrics.width(of: text, size: 12)
      #expect(TextMetrics.fitted(text, size: 12, width: width) == text)
    }
  }

  @Test func truncatedTextsFit() {
    for width in 20..<120 {
      let text = TextMetrics.fitted("Some long name of a property", size: 12, width: width)
      #expect(TextMetrics.width(of: text, size: 12) <= width)
      #expect(text.hasSuffix("…") == (text != "Some long name of a property"))
    }
  }

  @Test func rowsFitIntoTheirBoxes() {
    for node in DiagramModel(ResolvedModel(SampleModels.hostile), title: "").boxes {
      let text = BoxText(node)
      let header = TextMetrics.width(of: text.name, size: BoxText.nameSize, isBold: true)
      #expect(header + 2 * BoxText.padding <= text.width)
      for row in text.compartments.flatMap(\.rows) {
        #expect(row.width + 2 * BoxText.padding <= text.width)
        #expect(row.middle + BoxText.rowHeight / 2 < text.height)
      }
    }
  }

  @Test(arguments: [
    ("a\u{202E}b", "a\u{FFFD}b"), ("a\tb", "a b"), ("\u{1}", "\u{FFFD}"), ("日本", "日本"),
  ])
  func controlsAreNotDrawn(text: String, drawable: String) {
    #expect(BoxText.drawable(text) == drawable)
  }
}
