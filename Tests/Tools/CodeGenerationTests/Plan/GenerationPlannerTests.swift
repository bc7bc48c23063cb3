import Diagnostics
import Testing

@testable import CodeGeneration

struct GenerationPlannerTests {
  @Test func filesComeInTheOrderOfOutputsModelsAndEntities() throws {
    let planning = try Planning(
      """
      {name: "one", template: "t", each: "entity", file: "{{ model.name }}/{{ entity.name }}"},
      {name: "two", template: "t", each: "model", file: "{{ model.name }}.swift"},
      {name: "three", template: "t", each: "all", file: "{{ models.count }}"}
      """,
      models: ["N": Planning.twoEntities, "M": Planning.twoEntities]
    )
    #expect(planning.messages.isEmpty)
    #expect(
      planning.paths == ["N/A", "N/B", "M/A", "M/B", "N.swift", "M.swift", "2"]
    )
    #expect(planning.plan.files.map(\.output).suffix(3) == ["two", "two", "three"])
    #expect(planning.plan.files[0].producer.models == ["N.xcdatamodeld"])
    #expect(planning.plan.files[6].producer.models == ["N.xcdatamodeld", "M.xcdatamodeld"])
    #expect(planning.plan.producers.count == 3)
  }

  /// Only entities that own a class and are not excluded have files.
  @Test func entitiesWithoutAClassOfTheirOwnHaveNoFile() throws {
    let planning = try Planning(
      #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}"}"#,
      models: [
        "M": """
        <entity name="Plain"/>
        <entity name="Base" representedClassName="NSManagedObject"/>
        <entity name="First" representedClassName="Same"/>
        <entity name="Second" representedClassName="Same"/>
        <entity name="Ignored" representedClassName="Ignored">
          <userInfo><entry key="momgen.ignore" value=""/></userInfo></entity>
        """
      ]
    )
    #expect(planning.paths == ["First"])
  }

  @Test func aConditionDecidesWhetherThereIsAFile() throws {
    let planning = try Planning(
      """
      {name: "a", template: "t", each: "entity", file: "a{{ entity.name }}", when: "entity.name == 'B'"},
      {name: "b", template: "t", each: "model", file: "b", when: "param.p == 'no'"},
      {name: "c", template: "t", each: "all", file: "c", when: "not param.q and models.count > 0"}
      """
    )
    #expect(planning.messages.isEmpty)
    #expect(planning.paths == ["aB", "c"])
  }

  @Test func aModeMayBeATemplate() throws {
    let planning = try Planning(
      """
      {name: "a", template: "t", each: "entity", file: "{{ entity.name }}",
       mode: "{% if entity.name == 'A' %}once{% else %}always{% endif %}"}
      """
    )
    #expect(planning.plan.files.map(\.mode) == [.once, .always])
  }

  @Test func fileNamesCanBeReplaced() throws {
    let output = #"{name: "a", template: "t", each: "entity", file: "{{ entity.name }}"}"#
    let planning = try Planning(output, fileNames: ["a": "x/{{ entity.fileName }}.swift"])
    #expect(planning.paths == ["x/A.swift", "x/B.swift"])
    let unknown = try Planning(output, fileNames: ["b": "x"])
    #expect(unknown.messages == [": the template set 'set' has no output 'b'"])
  }

  @Test func templatesSeeTheWholeContext() throws {
    let planning = try Planning(
      #"{name: "a", template: "all", each: "entity", file: "{{ entity.name }}"}"#,
      templates: [
        "all": "{{ entity.name }} {{ model.name }} {{ models.0.name }} {{ param.p }} {{ env.HOME }}"
      ],
      environment: [("HOME", "here")]
    )
    #expect(try planning.texts() == ["A M M yes here\n", "B M M yes here\n"])
  }

  @Test func aConfigurationRestrictsTheEntitiesOfTemplates() throws {
    let model =
      Planning.twoEntities
      + #"<configuration name="C"><memberEntity name="B"/></configuration>"#
    let outputs = """
      {name: "a", template: "t", each: "entity", file: "{{ entity.name }}"},
      {name: "m", template: "all", each: "model", file: "m"}
      """
    let all = """
      {% for name, entity in model.entities %}{{ name }}{% endfor %} {{ model.entityNames|join }} \
      {{ model.entities.A.name }}
      """
    let restricted = try Planning(
      outputs,
      templates: ["all": all],
      models: ["M": model],
      configuration: "C"
    )
    #expect(restricted.paths == ["B", "m"])
    #expect(try restricted.texts()[1] == "B B A\n")
    #expect(restricted.plan.producers.map(\.configuration) == ["C"])
    let whole = try Planning(
      outputs,
      templates: ["all": all],
      models: ["M": model],
      configuration: "Default"
    )
    #expect(try whole.texts().last == "AB AB A\n")
  }

  @Test(arguments: [
    ("'{{ entity.name }}/../..'", "the path 'A/../..' has the component '..'"),
    ("'/{{ entity.name }}'", "the path '/A' is absolute"),
    ("'{{ nothing }}'", "the path '' is empty"),
    ("'{{ entity.name|nothing }}'", "there is no filter 'nothing'"),
    ("'{{ entity.name'", ""),
    ("'a'", "two files are called 'a'"),
  ])
  func badFileNames(file: String, message: String) throws {
    let planning = try Planning("{name: 'a', template: 't', each: 'entity', file: \(file)}")
    #expect(planning.messages.count >= 1)
    #expect(planning.messages[0].hasPrefix("set.json:1:75: "), "\(planning.messages)")
    #expect(planning.messages[0].contains(message), "\(planning.messages)")
  }

  @Test(arguments: [
    ("when: 'entity.name =='", "when"),
    ("mode: '{{ entity.name }}'", "the mode of the output 'a' is 'A'"),
    ("when: 'x|nothing'", "no filter"),
  ])
  func badConditionsAndModes(member: String, message: String) throws {
    let planning = try Planning("{name: 'a', template: 't', each: 'entity', file: 'a', \(member)}")
    #expect(planning.messages.count == 1)
    #expect(planning.messages.first?.hasPrefix("set.json:1:86: ") == true, "\(planning.messages)")
    if message != "when" {
      #expect(planning.messages.first?.contains(message) == true, "\(planning.messages)")
    }
  }

  /// Names of entities are used in paths only as safe file names, unless a template is careless.
  @Test func hostileNamesStayInTheFolder() throws {
    let planning = try Planning(
      #"{name: "a", template: "t", each: "entity", file: "{{ entity.fileName }}.swift"}"#,
      models: [
        "M": """
        <entity name="../../etc/passwd" representedClassName="../../etc/passwd"/>
        <entity name="a&#10;b" representedClassName="a&#10;b"/>
        <entity name="x" representedClassName="X"/><entity name="X2" representedClassName="x"/>
        """
      ]
    )
    #expect(planning.messages.isEmpty)
    #expect(planning.paths.count == 4)
    #expect(planning.paths.allSatisfy { !$0.contains("/") })
    #expect(Set(planning.paths.map { $0.lowercased() }).count == 4)
  }

  @Test(arguments: [
    ("'Ä.swift'", "'A\u{308}.swift'", "which are one file on some systems"),
    ("'a.swift'", "'A.swift'", "which are one file on some systems"),
    ("'a'", "'a'", "two files are called 'a'"),
    ("'a'", "'A/b'", "is a file, and a folder for"),
    ("'a/b/c'", "'a/b'", "is a file, and a folder for"),
  ])
  func collisions(first: String, second: String, message: String) throws {
    let planning = try Planning(
      """
      {name: "a", template: "t", each: "all", file: \(first)},
      {name: "b", template: "t", each: "all", file: \(second)}
      """
    )
    #expect(planning.messages.count == 1)
    #expect(planning.messages.first?.contains(message) == true, "\(planning.messages)")
  }

  @Test func twoModelsWithOneFileName() throws {
    let planning = try Planning(
      #"{name: "a", template: "t", each: "entity", file: "{{ entity.name }}"}"#,
      models: ["M": Planning.twoEntities, "N": Planning.twoEntities]
    )
    #expect(planning.messages.count == 2)
    #expect(
      planning.messages.first?.hasSuffix("two files are called 'A' for different models") == true
    )
  }

  @Test func aBadTemplateIsReportedOnce() throws {
    let planning = try Planning(
      #"{name: "a", template: "bad", each: "entity", file: "{{ entity.name }}"}"#,
      templates: ["bad": "\n{% nonsense %}"]
    )
    #expect(planning.messages == ["bad:2:1: there is no tag 'nonsense'"])
  }

  @Test(arguments: [
    ("", ""), ("\n\n", ""), ("a", "a\n"), ("a\n\n\n", "a\n"), ("a\r\nb\rc", "a\nb\nc\n"),
    ("\r\n\n\r", ""), ("a\n\r\n", "a\n"), (" ", " \n"),
  ])
  func textsEndInOneLineEnd(text: String, expected: String) {
    let bytes = PlannedFile.finished(Array(text.utf8), .oneLineFeed)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [("", ""), ("a", "a\n"), ("a\n\n\n", "a\n\n\n"), ("a\r\n\r", "a\n\n")])
  func emptyLinesAtTheEndAreKeptOnRequest(text: String, expected: String) {
    let bytes = PlannedFile.finished(Array(text.utf8), .emptyLines)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: ["", "a", "a\n\n\n", "\n", "a\r\nb\r"])
  func aTemplateOfItsOwnHasEveryByte(text: String) {
    #expect(PlannedFile.finished(Array(text.utf8), .asRendered) == Array(text.utf8))
  }
}
