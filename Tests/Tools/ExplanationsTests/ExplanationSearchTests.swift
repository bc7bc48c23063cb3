import Explanations
import Testing

@Suite("Explanations that are found") struct ExplanationSearchTests {
  private func names(_ word: String) -> [String] { Explanation.named(word).map(\.name) }

  @Test("Every name and every short name, in capital and small letters")
  func everyName() {
    for explanation in Explanation.all {
      for word in [explanation.name] + explanation.otherNames {
        for spelling in [word, word.uppercased(), word.lowercased()] {
          let found = Explanation.named(spelling)
          #expect(found.contains { $0.group == explanation.group && $0.name == explanation.name })
          // Others have the same name, not just a similar one.
          #expect(
            found.allSatisfy { $0.name == explanation.name },
            "\(spelling): \(found.map(\.name))"
          )
        }
      }
    }
  }

  @Test(
    "Spellings of one code",
    arguments: [
      "134110", "134_110", "NSMigrationError", "nsmigrationerror", "NSMIGRATIONERROR",
      "CocoaError.Code.migration", "CocoaError.migration", "cocoaerror.code.migration",
      ".migration", "migration",
    ]
  )
  func spellings(_ word: String) {
    #expect(names(word) == ["NSMigrationError"])
  }

  @Test(
    "Texts that contain no code find nothing",
    arguments: [
      "", " ", ".", "_", "NS", "Error", "NSError", "CocoaError", "CocoaError.", "CocoaError.Code.",
      "missing-inverse ", "missing inverse", "1341", "1341100", "-134110", "\u{0}", "*",
    ]
  )
  func nothing(_ word: String) {
    #expect(names(word) == [])
  }

  @Test("The words that are completed are understood, and each is there once")
  func words() {
    let words = Explanation.words
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !Explanation.named($0).isEmpty })
    #expect(Set(words).isSuperset(of: Explanation.all.map(\.name)))
  }

  @Test("A misspelled name is corrected")
  func slips() {
    let names = Explanation.all.map(\.name)
    for name in stride(from: 0, to: names.count, by: 5).map({ names[$0] }) {
      let middle = name.index(name.startIndex, offsetBy: name.count / 2)
      var shorter = name
      shorter.remove(at: middle)
      var longer = name
      longer.insert("q", at: middle)
      for word in [shorter, longer] where Explanation.named(word).isEmpty {
        let suggestion = Explanation.suggestion(for: word)
        let suggested = suggestion?.firstMatch(of: /'(.+)'/).map { String($0.1) }
        #expect(suggested.map { !Explanation.named($0).isEmpty } == true, "\(word)")
      }
    }
  }

  @Test(
    "The name without the parts that all have in common is near as well",
    arguments: [
      (".migratin", "NSMigrationError"), ("CocoaError.migratin", "NSMigrationError"),
      ("mising-inverse", "missing-inverse"), ("NSMigratonError", "NSMigrationError"),
      ("nsmigratonerror", "NSMigrationError"),
    ]
  )
  func suggestions(_ word: String, name: String) {
    #expect(Explanation.suggestion(for: word) == "did you mean '\(name)'?")
  }

  @Test(
    "Nothing is suggested for a name without similar ones",
    arguments: [
      "", "\u{0}", "99", String(repeating: "x", count: 10_000), "👩‍👩‍👧‍👦", "nothing-of-the-kind-at-all",
    ]
  )
  func noSuggestion(_ word: String) {
    #expect(Explanation.suggestion(for: word) == nil)
  }
}
