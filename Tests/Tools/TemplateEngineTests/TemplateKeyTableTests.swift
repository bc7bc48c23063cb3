import Testing

@testable import TemplateEngine

@Suite struct TemplateKeyTableTests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 63, 64, 65, 1_000])
  func everyKeyIsFoundAndNoOther(count: Int) {
    let names = (0..<count).map { "name\($0)" }
    let table = TemplateKeyTable(names.map(TemplateKey.init))
    for (index, name) in names.enumerated() { #expect(table.place(of: TemplateKey(name)) == index) }
    for other in ["", "name", "name-1", "Name0", "name\(count)", "eman0"] {
      #expect(table.place(of: TemplateKey(other)) == nil)
    }
  }

  @Test func theFirstOfEqualKeysCounts() {
    let table = TemplateKeyTable(["b", "a", "a"].map(TemplateKey.init))
    #expect(table.place(of: TemplateKey("a")) == 1)
  }

  @Test(arguments: [0, 1, 8, 9, 10, 100])
  func dictionariesKeepTheOrderAndFindEverything(count: Int) {
    let entries = (0..<count).map { ("key\($0)", TemplateValue.int($0)) }
    let object = TemplateDictionary(entries)
    #expect(object.keys == entries.map(\.0))
    #expect(object.isEmpty == (count == 0))
    for (index, entry) in entries.enumerated() {
      #expect(object.value(forKey: entry.0)?.equals(.int(index)) == true)
    }
    #expect(object.value(forKey: "key\(count)") == nil)
  }

  @Test(arguments: [3, 9, 20])
  func theLastOfEqualEntriesCounts(count: Int) {
    var entries = (0..<count).map { ("key\($0)", TemplateValue.int($0)) }
    entries.append(("key1", .int(-1)))
    let object = TemplateDictionary(entries)
    #expect(object.keys.count == count)
    #expect(object.value(forKey: "key1")?.equals(.int(-1)) == true)
    #expect(object.value(forKey: "key2")?.equals(.int(2)) == true)
  }
}
