import Foundation
import Studio
import Testing

/// A model of two hundred entities, as in large programs.
@Suite(.serialized) struct StudioSpeedTests {
  private static let text: String = {
    let entities = (0..<200).map { number in
      let attributes = (0..<12).map {
        "<attribute name=\"value\($0)\" optional=\"YES\" attributeType=\"String\"/>"
      }.joined()
      let next = (number + 1) % 200
      let last = (number + 199) % 200
      return "<entity name=\"E\(number)\" representedClassName=\"E\(number)\">\(attributes)"
        + "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"E\(next)\" "
        + "inverseName=\"last\" inverseEntity=\"E\(next)\"/><relationship name=\"last\" optional=\"YES\" "
        + "toMany=\"YES\" destinationEntity=\"E\(last)\" inverseName=\"next\" inverseEntity=\"E\(last)\"/></entity>"
    }.joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\(entities)</model>"
  }()

  /// The printed times are those of a debug build; the limits detect only a change of the order of growth.
  @Test("Pages and edits of a model of 200 entities are answered at once")
  func pages() async throws {
    let sample = try StudioSample(Self.text)
    let clock = ContinuousClock()
    for path in ["", "diagram", "entity/E7", "changes"] {
      let start = clock.now
      #expect(try await sample.get(path).status == 200)
      let time = clock.now - start
      print("200 entities, '\(path)': \(time)")
      #expect(time < .seconds(30))
    }
    let start = clock.now
    let answer = try await sample.post("command", [("line", "add attribute E7.more type=String")])
    let edit = clock.now - start
    #expect(answer.status == 303)
    print("200 entities, an edit: \(edit)")
    #expect(edit < .seconds(30))
    await sample.studio.stop()
  }
}
