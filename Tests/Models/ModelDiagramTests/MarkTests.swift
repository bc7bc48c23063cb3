import ManagedModel
import Testing

@testable import ModelDiagram

/// Marks on the differences from an earlier version.
struct MarkTests {
  private var model: ResolvedModel {
    ResolvedModel(
      Model(entities: [
        Entity(
          name: "Player",
          properties: [
            .attribute(Attribute(name: "goals", type: .integer32)),
            .attribute(Attribute(name: "name", type: .string)),
          ]
        )
      ])
    )
  }

  @Test("Each mark has a color and a sign of its own", arguments: DiagramMark.allCases)
  func marks(_ mark: DiagramMark) {
    var marks = DiagramMarks()
    marks.boxes["Player"] = mark
    marks.rows["Player"] = ["goals": mark]
    let text = DiagramWriter(format: .svg).text(of: model, title: "Club", marks: marks)
    #expect(text.contains("class=\"border \(mark.rawValue)-border\""))
    #expect(text.contains("<rect class=\"\(mark.rawValue)\""))
    #expect(text.contains(">\(mark.sign)<title>\(mark.rawValue)</title>"))
    #expect(text.split(separator: "<text class=\"sign\"").count == 3)
  }

  @Test("A picture without marks stays as it is")
  func noMarks() {
    let plain = DiagramWriter(format: .svg).text(of: model, title: "Club")
    #expect(!plain.contains("sign"))
    #expect(!plain.contains("added"))
  }
}
