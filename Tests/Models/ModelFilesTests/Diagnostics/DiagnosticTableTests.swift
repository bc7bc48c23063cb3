import Diagnostics
import ManagedModel
import ModelFiles
import Testing

/// The message for each mistake, and its place.
struct DiagnosticTableTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var body: String
    /// One line per diagnostic: marker, severity, rule, message, and the hint after ` | `.
    var expected: [String]
    var testDescription: String { name }
  }

  @Test(arguments: cases)
  func pointsAtTheMistake(testCase: Case) throws {
    let marked = MarkedText(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(testCase.body)
      </model>
      """
    )
    let found = Self.diagnostics(in: marked.text).map { diagnostic in
      let place = "\(diagnostic.place.line ?? 0):\(diagnostic.place.column ?? 0)"
      let marker = marked.places.first { $0.value == place }?.key ?? place
      let line =
        "\(marker) \(diagnostic.severity.rawValue) \(diagnostic.rule): \(diagnostic.message)"
      // The hint of the rule is omitted.
      let isOfRule = diagnostic.hint == ModelRule(rawValue: diagnostic.rule)?.hint
      if isOfRule, testCase.expected.contains(line) { return line }
      return line + " | " + (diagnostic.hint ?? "none")
    }
    #expect(found == testCase.expected)
  }

  @Test(arguments: ModelRule.allCases)
  func everyRuleHasAHint(_ rule: ModelRule) {
    #expect(rule.hint.count > 8)
    #expect(rule.hint.first?.isUppercase == false && rule.hint.last != ".", "\(rule.hint)")
    #expect(rule.hint.count <= 80, "\(rule.hint)")
    let problem = ModelProblem(rule, "wrong", at: .none)
    #expect(problem.hint == rule.hint)
  }

  /// All diagnostics of a text, as `momgen validate` would show them.
  static func diagnostics(in text: String) -> [Diagnostic] {
    let bytes = Array(text.utf8)
    let reading = ContentsReader.read(bytes)
    var problems = reading.problems
    if let model = reading.model {
      problems += ModelValidator.problems(in: ResolvedModel(model))
    }
    var collector = DiagnosticCollector()
    collector.report(
      contentsOf: SourceMap(path: "contents", bytes: bytes).diagnostics(for: problems)
    )
    return collector.sorted
  }

  static let cases =
    wordCases + nameCases + relationshipCases + memberCases + predicateCases
    + valueCases

  static let wordCases = [
    Case(
      name: "texts that were emptied in an editor",
      body: #"""
        <entity name="A" representedClassName="">
          <attribute name="a" attributeType="String" minValueString="" regularExpressionString=""/>
          <attribute name="b" attributeType="Double" maxValueString="" customClassName="."/>
          <relationship name="c" destinationEntity="A" inverseName="" inverseEntity=""/>
          <fetchIndex name="i" partialIndexPredicate=""/>
        </entity>
        <fetchRequest name="f" entity="A" predicateString=""/>
        """#,
      expected: []
    ),
    Case(
      name: "a word of the API in place of the format's",
      body: #"""
        <entity name="A"><attribute name="a" attributeType="Undefined" transient="YES"/>
        <relationship name="b" destinationEntity="A" deleteRule="«1»Cascade" fruit="«2»"/></entity>
        """#,
      expected: [
        "1 note unknown-attribute: unknown attribute 'deleteRule' of <relationship> | "
          + "did you mean 'deletionRule'?; it is kept when the file is written",
        "2 note unknown-attribute: unknown attribute 'fruit' of <relationship> | "
          + "it is kept when the file is written",
      ]
    ),
    Case(
      name: "a model without mistakes",
      body: #"<entity name="A"><attribute name="a" attributeType="String"/></entity>"#,
      expected: []
    ),
    Case(
      name: "booleans",
      body: #"<entity name="A" isAbstract="«1»perhaps"/>"#,
      expected: [
        "1 error bad-boolean: 'isAbstract' is 'perhaps', which is neither YES nor NO"
          + " | write YES, or leave the attribute out for NO"
      ]
    ),
    Case(
      name: "numbers and dates",
      body: """
        <entity name="A">
          <attribute name="d" attributeType="Date" defaultDateTimeInterval="«1»today"/>
          <relationship name="r" maxCount="«2»one" destinationEntity="A"/>
        </entity>
        """,
      expected: [
        "1 error bad-date: 'defaultDateTimeInterval' is 'today', which is not a number of seconds"
          + " | dates are written as seconds since 2001-01-01 00:00:00 UTC",
        "2 error bad-number: 'maxCount' is 'one', which is not a count",
      ]
    ),
    Case(
      name: "unknown type",
      body: #"<entity name="A"><attribute name="a" attributeType="«1»Object ID"/></entity>"#,
      expected: [
        "1 error unknown-attribute-type: unknown attribute type 'Object ID'"
          + " | an attribute cannot hold an object ID in a model file; use a relationship or a URI"
      ]
    ),
    Case(
      name: "choices",
      body: """
        <entity name="A" codeGenerationType="«1»klass">
          <relationship name="r" deletionRule="«2»Nulliffy" destinationEntity="A"/>
        </entity>
        """,
      expected: [
        "1 error bad-value: 'codeGenerationType' is 'klass', which is neither 'class' nor 'category'"
          + " | leave the attribute out for Manual/None",
        "2 error bad-value: 'deletionRule' is 'Nulliffy', which is not a delete rule"
          + " | write Nullify, Cascade, Deny or No Action",
      ]
    ),
    Case(
      name: "missing and empty names",
      body: """
        «1»<entity>
          <attribute name="«2»" attributeType="String"/>
        </entity>
        """,
      expected: [
        "1 error missing-name: <entity> has no 'name'",
        "2 error missing-name: <attribute> has no 'name'",
      ]
    ),
    Case(
      name: "what is unknown is kept",
      body: """
        <entity name="A" color="«1»red">
          «2»<widget/>
        </entity>
        """,
      expected: [
        "1 note unknown-attribute: unknown attribute 'color' of <entity>"
          + " | it is kept when the file is written",
        "2 note unknown-element: unknown element <widget>"
          + " | it is kept when the file is written",
      ]
    ),
  ]

  static let nameCases = [
    Case(
      name: "duplicates",
      body: """
        <entity name="A">
          <attribute name="x" attributeType="String"/>
          <attribute name="«1»x" attributeType="String"/>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="x"/></uniquenessConstraint>
            «2»<uniquenessConstraint><constraint value="x"/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
        <entity name="«3»A"/>
        """,
      expected: [
        "1 error duplicate-name: 'A' has a second property named 'x'",
        "2 error duplicate-name: 'A' has a second uniqueness constraint over 'x'",
        "3 error duplicate-name: there is a second entity named 'A'",
      ]
    ),
    Case(
      name: "parents",
      body: """
        <entity name="Person"/>
        <entity name="A" parentEntity="«1»Persn"/>
        <entity name="B" parentEntity="«2»C"/>
        <entity name="C" parentEntity="«3»B"/>
        <entity name="D" parentEntity="«4»D"/>
        <entity name="E" parentEntity="D"/>
        """,
      expected: [
        "1 error unknown-parent: the parent 'Persn' of 'A' is not in the model"
          + " | did you mean 'Person'?",
        "2 error inheritance-cycle: 'B' is its own ancestor: B → C → B",
        "3 error inheritance-cycle: 'C' is its own ancestor: C → B → C",
        "4 error inheritance-cycle: 'D' is its own ancestor: D → D",
      ]
    ),
    Case(
      name: "shadowing",
      body: """
        <entity name="A"><attribute name="x" attributeType="String"/></entity>
        <entity name="B" parentEntity="A"/>
        <entity name="C" parentEntity="B"><attribute name="«1»x" attributeType="Date"/></entity>
        """,
      expected: ["1 error shadowed-property: 'C' declares 'x', which it inherits from 'A'"]
    ),
  ]

  static let relationshipCases = [
    Case(
      name: "destinations and inverses",
      body: """
        <entity name="Team">
          <relationship name="a" destinationEntity="«1»Playr"/>
          «2»<relationship name="b"/>
          <relationship name="c" destinationEntity="Player" inverseName="«3»teem" inverseEntity="Player"/>
        </entity>
        <entity name="Player"><relationship name="team" destinationEntity="Team"/></entity>
        """,
      expected: [
        "1 error unknown-destination: the destination 'Playr' of 'Team.a' is not in the model"
          + " | did you mean 'Player'?",
        "2 error unknown-destination: 'Team.b' has no destination",
        "3 error unknown-inverse: the inverse 'teem' of 'Team.c' is not a relationship of 'Player'"
          + " | did you mean 'team'?",
      ]
    ),
    Case(
      name: "an inverse left behind when the destination was changed",
      body: #"""
        <entity name="A"><relationship name="a" destinationEntity="B" inverseName="«1»x" inverseEntity="A"/></entity>
        <entity name="B"/>
        """#,
      expected: [
        "1 warning unknown-inverse: the inverse 'x' of 'A.a' is not a relationship of 'B'"
      ]
    ),
    Case(
      name: "an inverse that leads elsewhere",
      body: """
        <entity name="Image">
          <relationship name="artist" destinationEntity="Artist" inverseName="«1»thumbnail" inverseEntity="Artist"/>
          <relationship name="thumbnail" destinationEntity="Artist" inverseName="thumbnail" inverseEntity="Artist"/>
        </entity>
        <entity name="Artist">
          <relationship name="thumbnail" destinationEntity="Image" inverseName="thumbnail" inverseEntity="Image"/>
        </entity>
        """,
      expected: [
        "1 warning non-mutual-inverse: the inverse of 'Image.artist' is 'Artist.thumbnail', "
          + "whose inverse is 'thumbnail'"
      ]
    ),
    Case(
      name: "an inverse in the destination's parent is fine",
      body: """
        <entity name="Base"><relationship name="owner" destinationEntity="Owner" inverseName="things" inverseEntity="Owner"/></entity>
        <entity name="Thing" parentEntity="Base"/>
        <entity name="Owner"><relationship name="things" toMany="YES" destinationEntity="Thing" inverseName="owner" inverseEntity="Base"/></entity>
        """,
      expected: []
    ),
    Case(
      name: "order and counts",
      body: """
        <entity name="A">
          <relationship name="x" ordered="«1»YES" maxCount="1" destinationEntity="A"/>
          <relationship name="y" toMany="YES" minCount="«2»3" maxCount="2" destinationEntity="A"/>
        </entity>
        """,
      expected: [
        "1 warning ordered-to-one: 'A.x' is ordered and to-one"
          + " | a single object has no order; remove 'ordered'",
        "2 warning bad-count: 'A.y' needs at least 3 objects and may have at most 2",
      ]
    ),
  ]

  static let memberCases = [
    Case(
      name: "configurations, constraints and indexes",
      body: """
        <entity name="A">
          <attribute name="title" attributeType="String"/>
          <fetchIndex name="i"><fetchIndexElement property="«1»titel" type="Binary" order="ascending"/></fetchIndex>
          <uniquenessConstraints><uniquenessConstraint><constraint value="«2»gone"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <configuration name="Cloud"><memberEntity name="«3»B"/></configuration>
        """,
      expected: [
        "1 warning unknown-index-member: the fetch index 'i' of 'A' names 'titel', which is not a "
          + "property of the entity | did you mean 'title'?",
        "2 error unknown-member: a uniqueness constraint of 'A' names 'gone', which is not a "
          + "property of the entity",
        "3 error unknown-member: the configuration 'Cloud' has the entity 'B', which is not in the "
          + "model",
      ]
    ),
    Case(
      name: "composites",
      body: """
        <entity name="A">
          <attribute name="x" attributeType="Composite" composite="«1»Adress"/>
          «2»<attribute name="y" attributeType="Composite"/>
        </entity>
        <composite name="Address"/>
        <composite name="«3»Ring"><attribute name="r" attributeType="Composite" composite="Ring"/></composite>
        """,
      expected: [
        "1 error unknown-composite: the composite 'Adress' of 'A.x' is not in the model"
          + " | did you mean 'Address'?",
        "2 error unknown-composite: 'A.y' names no composite",
        "3 error composite-cycle: the composite 'Ring' contains itself",
      ]
    ),
    Case(
      name: "fetch requests",
      body: """
        <entity name="A"><attribute name="size" attributeType="Integer 16"/></entity>
        «1»<fetchRequest name="f"/>
        <fetchRequest name="g" entity="«2»B"/>
        """,
      expected: [
        "1 error unknown-fetch-entity: the fetch request 'f' names no entity",
        "2 error unknown-fetch-entity: the fetch request 'g' fetches 'B', which is not in the model",
      ]
    ),
  ]

  static let predicateCases = [
    Case(
      name: "predicates and expressions",
      body: """
        <entity name="A">
          <attribute name="size" attributeType="Integer 16"/>
          <attribute name="up" attributeType="String" derived="YES" derivationExpression="uppercase:(size«1»"/>
          <attribute name="none" attributeType="String" derived="«2»YES"/>
          <fetchIndex name="i" partialIndexPredicate="size &gt;«3»">
            <fetchIndexElement expression="1 +«4»" type="Binary" order="ascending"/>
          </fetchIndex>
        </entity>
        <fetchRequest name="f" entity="A" predicateString="size &gt; «5»AND x"/>
        <fetchRequest name="g" entity="A" predicateString="name == «6»%@"/>
        """,
      expected: [
        "1 error bad-expression: the expression of the derived attribute 'A.up' cannot be read: "
          + "expected ')' after the arguments, found the end",
        "2 error bad-expression: the derived attribute 'A.none' has no expression",
        "3 error bad-predicate: the predicate of the fetch index 'A.i' cannot be read: expected a "
          + "value, found the end",
        "4 error bad-expression: the expression of the fetch index 'A.i' cannot be read: expected a "
          + "value, found the end",
        "5 error bad-predicate: the predicate of the fetch request 'f' cannot be read: expected a "
          + "value, found the word 'AND' | a property of that name is written #AND",
        "6 error bad-predicate: the predicate of the fetch request 'g' cannot be read: there is no "
          + "argument for it here | use a variable, such as $name, or quote the text",
      ]
    )
  ]

  static let valueCases = [
    Case(
      name: "defaults and bounds",
      body: """
        <entity name="A">
          <attribute name="id" attributeType="UUID" defaultValueString="«1»empy"/>
          <attribute name="n" attributeType="Integer 16" minValueString="«2»9" maxValueString="1" defaultValueString="0.0"/>
          <attribute name="s" attributeType="String" maxValueString="«3»long" regularExpressionString="«4»(a"/>
          <attribute name="d" attributeType="Date" minDateTimeInterval="«5»10" maxDateTimeInterval="0"/>
        </entity>
        """,
      expected: [
        "1 warning bad-default: the default 'empy' of 'A.id' is not a value of type UUID"
          + " | Core Data would use no default value",
        "2 warning bad-bounds: the minimum value of 'A.n' exceeds its maximum",
        "3 warning bad-bounds: the bound 'long' of 'A.s' is not a number",
        "4 warning bad-regular-expression: the regular expression of 'A.s' has an unbalanced group "
          + "or class",
        "5 warning bad-bounds: the earliest date of 'A.d' is after its latest",
      ]
    )
  ]
}
