import Diagnostics
import Testing

@Suite struct DiagnosticCollectorTests {
  @Test func sortsByPlaceAndDropsRepetitions() {
    var collector = DiagnosticCollector()
    let a = Diagnostic(.warning, rule: "r", "a", at: Place(path: "f", line: 2, column: 1))
    let b = Diagnostic(.warning, rule: "r", "b", at: Place(path: "f", line: 2))
    let c = Diagnostic(.warning, rule: "r", "c", at: Place(path: "f"))
    let d = Diagnostic(.warning, rule: "r", "d", at: Place())
    let e = Diagnostic(.warning, rule: "r", "e", at: Place(path: "f", line: 10))
    collector.report(contentsOf: [e, a, b])
    #expect(!collector.hasErrors)
    collector.report(contentsOf: [c, a, d])
    #expect(collector.sorted.map(\.message) == ["d", "c", "b", "a", "e"])
    #expect(collector.diagnostics.count == 6)
    collector.report(Diagnostic(.error, rule: "r", "x", at: Place()))
    #expect(collector.hasErrors)
  }

  @Test(arguments: [
    (Place(), ""), (Place(path: "p"), "p"), (Place(path: "p", line: 1), "p:1"),
    (Place(path: "p", line: 1, column: 2), "p:1:2"), (Place(line: 1, column: 2), "1:2"),
  ])
  func places(place: Place, text: String) {
    #expect(place.description == text)
  }
}
