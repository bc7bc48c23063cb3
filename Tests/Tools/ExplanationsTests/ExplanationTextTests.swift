import Explanations
import Foundation
import JSON
import Testing

@Suite("Contents of explanations") struct ExplanationTextTests {
  @Test("Every group has explanations, and every explanation is in one group")
  func groups() {
    let groups = Explanation.Group.allCases
    #expect(groups.flatMap(Explanation.members(of:)).map(\.name) == Explanation.all.map(\.name))
    for group in groups {
      let members = Explanation.members(of: group)
      #expect(!members.isEmpty && members.allSatisfy { $0.group == group }, "\(group)")
      #expect(Set(members.map(\.name)).count == members.count, "\(group)")
      #expect(group.occasion.hasSuffix("."), "\(group)")
    }
    #expect(Set(groups.map(\.title)).count == groups.count)
  }

  @Test("Each has a sentence, a reason and a remedy", arguments: Explanation.Group.allCases)
  func parts(_ group: Explanation.Group) {
    for explanation in Explanation.members(of: group) {
      let texts =
        [explanation.summary, explanation.cause, explanation.remedy]
        + [explanation.circumstances].compactMap(\.self)
      for text in texts {
        #expect(text.count > 10, "\(explanation.name)")
        #expect([".", "?", ".)"].contains { text.hasSuffix($0) }, "\(explanation.name): \(text)")
        #expect(text.first?.isWhitespace == false, "\(explanation.name)")
        #expect(!text.contains("  ") && !text.contains("\t"), "\(explanation.name): \(text)")
      }
      #expect(!explanation.summary.contains("\n"), "\(explanation.name)")
      #expect(explanation.cause != explanation.remedy, "\(explanation.name)")
      for block in [explanation.example, explanation.exceptions].compactMap(\.self) {
        #expect(!block.isEmpty && block.last?.isNewline == false, "\(explanation.name)")
      }
    }
  }

  @Test("Titles have the other names in parentheses")
  func titles() throws {
    let rule = try #require(Explanation.named("missing-inverse").first)
    #expect(rule.title == "missing-inverse (R301)")
    let code = try #require(Explanation.named("134110").first)
    #expect(code.title == "NSMigrationError (134110)")
    let plain = try #require(Explanation.named("usage").first)
    #expect(plain.title == "usage")
  }

  @Test("Rules of lint have a short name, a level, and a way to change the level")
  func lint() {
    for rule in Explanation.members(of: .lint) {
      #expect(rule.otherNames.count == 1 && rule.otherNames[0].wholeMatch(of: /[A-Z]\d{3}/) != nil)
      #expect(rule.level != nil && rule.circumstances != nil, "\(rule.name)")
      if let exceptions = rule.exceptions { #expect(exceptions.contains("--rule \(rule.name)=")) }
    }
  }

  @Test("Error codes are in the order of their numbers, each with one constant")
  func codes() {
    let codes = Explanation.members(of: .error)
    let numbers = codes.flatMap(\.otherNames).compactMap(Int.init)
    #expect(numbers.count == codes.count)
    #expect(numbers == numbers.sorted())
    #expect(Set(codes.map(\.name)).count == codes.count)
    #expect(codes.allSatisfy { $0.level == nil && $0.exceptions == nil })
  }

  @Test("JSON has every part, and null for missing ones")
  func json() throws {
    let text = JSONText().text(of: .array(Explanation.all.map(\.json)))
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    )
    #expect(list.count == Explanation.all.count)
    for (object, explanation) in zip(list, Explanation.all) {
      #expect(object["name"] as? String == explanation.name)
      #expect(object["otherNames"] as? [String] == explanation.otherNames)
      #expect(object["group"] as? String == explanation.group.rawValue)
      #expect(object["summary"] as? String == explanation.summary)
      #expect(object["cause"] as? String == explanation.cause)
      #expect(object["remedy"] as? String == explanation.remedy)
      for (key, value) in [
        ("level", explanation.level), ("circumstances", explanation.circumstances),
        ("example", explanation.example), ("exceptions", explanation.exceptions),
      ] {
        #expect(object[key] as? String == value, "\(explanation.name): \(key)")
        #expect(object[key] != nil, "\(explanation.name): \(key)")
      }
    }
  }
}
