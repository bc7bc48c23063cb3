import ManagedModel
import ModelFiles
import Testing

@testable import ModelReview

/// Fixes that need no judgment.
struct FixerTests {
  /// Fixes a model by one rule, and returns the new text inside it.
  private static func fix(_ rule: LintRule, _ inner: String) throws -> (String, [String]) {
    let text = "<model>\n\(inner)\n</model>"
    let linter = Linter(
      LintConfiguration(
        levels: [rule.id: rule.level == .off ? .note : rule.level],
        targets: Set(LintTarget.allCases)
      ),
      rules: [rule]
    )
    let outcome = ModelFixer(linter).fix(LintSubject(SampleText.resolved(text)))
    // Once is enough, and the written text is read as the fixed model.
    let again = ModelFixer(linter).fix(LintSubject(ResolvedModel(outcome.model)))
    #expect(again.model == outcome.model)
    #expect(again.fixed.isEmpty)
    let written = ContentsWriter.write(outcome.model)
    #expect(ContentsReader.read(written).model.map(ContentsWriter.write) == written)
    let lines = String(decoding: written, as: UTF8.self).split(separator: "\n").dropFirst(2)
    return (lines.dropLast().joined(separator: "\n"), outcome.changedHashes)
  }

  /// A case: rule, before, after, and whether a second check finds nothing.
  struct Case: Sendable {
    var rule: LintRule
    var before: String
    var after: String
    var changedHashes: [String] = []
    var isSilentAfterwards = true
  }

  static let cases = [
    Case(
      rule: .missingInverse,
      before: """
        <entity name="Player">
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"/>
        </entity>
        <entity name="Team">
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player"/>
        </entity>
        """,
      after: """
        <entity name="Player">
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="players" inverseEntity="Team"/>
        </entity>
        <entity name="Team">
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
        """,
      changedHashes: ["Player", "Team"]
    ),
    // Two candidates, and a relationship that leads to its own entity: ambiguous.
    Case(
      rule: .missingInverse,
      before: """
        <entity name="Player">
            <relationship name="team" maxCount="1" destinationEntity="Team"/>
            <relationship name="former" maxCount="1" destinationEntity="Team"/>
            <relationship name="friend" maxCount="1" destinationEntity="Player"/>
        </entity>
        <entity name="Team">
            <relationship name="players" toMany="YES" destinationEntity="Player"/>
        </entity>
        """,
      after: """
        <entity name="Player">
            <relationship name="team" maxCount="1" destinationEntity="Team"/>
            <relationship name="former" maxCount="1" destinationEntity="Team"/>
            <relationship name="friend" maxCount="1" destinationEntity="Player"/>
        </entity>
        <entity name="Team">
            <relationship name="players" toMany="YES" destinationEntity="Player"/>
        </entity>
        """,
      isSilentAfterwards: false
    ),
    // Parent and children.
    Case(
      rule: .missingInverse,
      before: """
        <entity name="Folder">
            <relationship name="children" toMany="YES" destinationEntity="Folder"/>
            <relationship name="parent" maxCount="1" destinationEntity="Folder"/>
        </entity>
        <entity name="Person">
            <relationship name="boss" maxCount="1" destinationEntity="Person" inverseName="aides" inverseEntity="Person"/>
            <relationship name="aides" toMany="YES" destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
        </entity>
        """,
      after: """
        <entity name="Folder">
            <relationship name="children" toMany="YES" destinationEntity="Folder" inverseName="parent" inverseEntity="Folder"/>
            <relationship name="parent" maxCount="1" destinationEntity="Folder" inverseName="children" inverseEntity="Folder"/>
        </entity>
        <entity name="Person">
            <relationship name="boss" maxCount="1" destinationEntity="Person" inverseName="aides" inverseEntity="Person"/>
            <relationship name="aides" toMany="YES" destinationEntity="Person" inverseName="boss" inverseEntity="Person"/>
        </entity>
        """,
      changedHashes: ["Folder"]
    ),
    Case(
      rule: .mandatoryBothEnds,
      before: """
        <entity name="A">
            <relationship name="bs" toMany="YES" minCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/>
        </entity>
        <entity name="B">
            <relationship name="a" maxCount="1" destinationEntity="A" inverseName="bs" inverseEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" inverseEntity="B"/>
        </entity>
        <entity name="B">
            <relationship name="a" maxCount="1" destinationEntity="A" inverseName="bs" inverseEntity="A"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .orderedRelationship,
      before: """
        <entity name="A">
            <relationship name="a" toMany="YES" ordered="YES" destinationEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="a" toMany="YES" destinationEntity="A"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .oddCount,
      before: """
        <entity name="A">
            <relationship name="a" minCount="3" maxCount="2" destinationEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="a" minCount="1" maxCount="1" destinationEntity="A"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .inlineBinary,
      before: """
        <entity name="A">
            <attribute name="a" attributeType="Binary" spotlightIndexingEnabled="YES"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <attribute name="a" attributeType="Binary" allowsExternalBinaryDataStorage="YES" spotlightIndexingEnabled="YES"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .legacyIndex,
      before: """
        <entity name="A">
            <attribute name="city" attributeType="String" indexed="YES"/>
            <attribute name="zip" attributeType="String" indexed="true"/>
            <relationship name="a" destinationEntity="A" indexed="YES"/>
            <compoundIndexes>
                <compoundIndex>
                    <index value="city"/>
                    <index value="zip"/>
                </compoundIndex>
            </compoundIndexes>
            <userInfo>
                <entry key="k" value="v"/>
            </userInfo>
            <future/>
        </entity>
        """,
      after: """
        <entity name="A">
            <attribute name="city" attributeType="String"/>
            <attribute name="zip" attributeType="String"/>
            <relationship name="a" destinationEntity="A"/>
            <fetchIndex name="byCityIndex">
                <fetchIndexElement property="city" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byZipIndex">
                <fetchIndexElement property="zip" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byCityAndZipIndex">
                <fetchIndexElement property="city" type="Binary" order="ascending"/>
                <fetchIndexElement property="zip" type="Binary" order="ascending"/>
            </fetchIndex>
            <userInfo>
                <entry key="k" value="v"/>
            </userInfo>
            <future/>
        </entity>
        """
    ),
    Case(
      rule: .unindexedForeignKey,
      before: """
        <entity name="A">
            <relationship name="a" maxCount="1" destinationEntity="A"/>
            <fetchIndex name="byAIndex">
                <fetchIndexElement property="b" type="Binary" order="ascending"/>
            </fetchIndex>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="a" maxCount="1" destinationEntity="A"/>
            <fetchIndex name="byAIndex">
                <fetchIndexElement property="b" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byAIndex2">
                <fetchIndexElement property="a" type="Binary" order="ascending"/>
            </fetchIndex>
        </entity>
        """
    ),
    Case(
      rule: .cloudKitMandatoryRelationship,
      before: """
        <entity name="A">
            <relationship name="a" maxCount="1" destinationEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="a" optional="YES" maxCount="1" destinationEntity="A"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .cloudKitOrdered,
      before: """
        <entity name="A">
            <relationship name="a" toMany="YES" ordered="YES" destinationEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="a" toMany="YES" destinationEntity="A"/>
        </entity>
        """,
      changedHashes: ["A"]
    ),
    Case(
      rule: .cloudKitInverse,
      before: """
        <entity name="A">
            <relationship name="b" maxCount="1" destinationEntity="B"/>
        </entity>
        <entity name="B">
            <relationship name="a" maxCount="1" destinationEntity="A"/>
        </entity>
        """,
      after: """
        <entity name="A">
            <relationship name="b" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/>
        </entity>
        <entity name="B">
            <relationship name="a" maxCount="1" destinationEntity="A" inverseName="b" inverseEntity="A"/>
        </entity>
        """,
      changedHashes: ["A", "B"]
    ),
  ]

  @Test(arguments: cases.indices)
  func fixes(index: Int) throws {
    let example = Self.cases[index]
    let indented = example.before.split(separator: "\n").map { "    \($0)" }
      .joined(separator: "\n")
    let (text, changed) = try Self.fix(example.rule, indented)
    let plain = text.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: "\n")
    #expect(plain == example.after, "\(example.rule.id)")
    #expect(changed == example.changedHashes, "\(example.rule.id)")
    let found = RuleCase.diagnostics(of: example.rule, in: "<model>\(text)</model>")
    #expect(found.isEmpty == example.isSilentAfterwards, "\(example.rule.id)")
  }

  @Test func everyFixableRuleHasACase() {
    #expect(
      Set(Self.cases.map(\.rule.id)) == Set(LintRule.all.filter(\.isFixable).map(\.id))
    )
  }

  /// An edit whose location is not in the model changes nothing.
  @Test func editsOfNothing() {
    var model = Model(entities: [Entity(name: "A")])
    let before = model
    let nowhere = PropertyLocation(entity: 0, property: 3)
    let edits: [ModelFix] = [
      .connect(nowhere, nowhere), .makeOptional(nowhere), .makeUnordered(nowhere),
      .countOne(nowhere), .storeExternally(nowhere), .replaceFlagWithIndex(nowhere),
      .replaceCompoundIndexes(entity: 7), .addIndex(nowhere),
    ]
    for edit in edits { model.apply(edit) }
    #expect(model == before)
  }
}
