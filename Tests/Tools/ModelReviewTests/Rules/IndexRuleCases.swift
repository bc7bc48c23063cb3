extension RuleTests {
  /// A fetch index over properties, as in a file.
  private static func index(_ name: String, _ properties: String...) -> String {
    let elements = properties.map {
      "<fetchIndexElement property=\"\($0)\" type=\"Binary\" order=\"ascending\"/>"
    }
    return "<fetchIndex name=\"\(name)\">" + elements.joined() + "</fetchIndex>"
  }

  private static let properties = """
    <attribute name="name" attributeType="String"/><attribute name="age" attributeType="Integer 16"/>
    """

  static let indexCases = [
    RuleCase(
      "doubtful-constraint",
      """
      <entity name="A">
        <attribute name="a" optional="YES" attributeType="String"/>
        <attribute name="b" attributeType="String" transient="YES"/>
        <attribute name="c" attributeType="String"/>
        <relationship name="d" toMany="YES" destinationEntity="A"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="«»a"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="«»b"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="c"/></uniquenessConstraint>
          «»<uniquenessConstraint><constraint value="c"/><constraint value="«»d"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="B" parentEntity="A">
        <uniquenessConstraints>
          «»<uniquenessConstraint><constraint value="c"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """,
      says: "is over 'a', which is optional: missing values never conflict",
      butNot: """
        <entity name="A">
          \(properties)
          <relationship name="one" maxCount="1" destinationEntity="A"/>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="name"/><constraint value="age"/></uniquenessConstraint>
            <uniquenessConstraint><constraint value="name"/><constraint value="one"/></uniquenessConstraint>
            <uniquenessConstraint><constraint value="nowhere"/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
        """
    ),
    RuleCase(
      "redundant-index",
      """
      <entity name="A">
        \(properties)
        \(index("«»byName", "name"))
        \(index("byNameAndAge", "name", "age"))
        \(index("«»again", "name", "age"))
        \(index("«»byAge", "age"))
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="age"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """,
      says: "the fetch index 'A.byName' is redundant beside 'byNameAndAge'",
      butNot: """
        <entity name="A">
          \(properties)
          \(index("byAge", "age"))
          \(index("byNameAndAge", "name", "age"))
          <fetchIndex name="down">
            <fetchIndexElement property="name" type="Binary" order="descending"/>
          </fetchIndex>
          <fetchIndex name="some" partialIndexPredicate="age &gt; 3">
            <fetchIndexElement property="name" type="Binary" order="ascending"/>
          </fetchIndex>
        </entity>
        """
    ),
    RuleCase(
      "unindexed-foreign-key",
      """
      <entity name="A">
        <relationship name="«»b" maxCount="1" destinationEntity="A"/>
        <relationship name="c" maxCount="1" destinationEntity="A"/>
        <relationship name="many" toMany="YES" destinationEntity="A"/>
        \(index("i", "c", "b"))
      </entity>
      """,
      says: "no fetch index begins with 'A.b'",
      butNot:
        "<entity name=\"A\"><relationship name=\"many\" toMany=\"YES\" destinationEntity=\"A\"/>"
        + "</entity>"
    ),
    RuleCase(
      "unknown-key-path",
      """
      <entity name="A">
        <attribute name="age" attributeType="Integer 16"/>
        <attribute name="any" attributeType="Transformable"/>
        <relationship name="team" maxCount="1" destinationEntity="B"/>
        <fetchedProperty name="f">
          <fetchRequest name="r" entity="B" predicateString="name == «»$FETCH_SOURCE.agee"/>
        </fetchedProperty>
        <fetchIndex name="i" partialIndexPredicate="«»agee &gt; 1">
          <fetchIndexElement property="age" type="Binary"/>
        </fetchIndex>
      </entity>
      <entity name="B"><attribute name="name" attributeType="String"/></entity>
      <fetchRequest name="Young" entity="A" predicateString="age &lt; 18 AND «»team.nam == &quot;x&quot;"/>
      <fetchRequest name="None" entity="A" predicateString="«»ag == 1"/>
      """,
      says:
        "the predicate of the fetch request 'Young' follows 'nam', which is not a property of 'B'",
      butNot: """
        <entity name="A">
          <attribute name="age" attributeType="Integer 16"/>
          <attribute name="any" attributeType="Transformable"/>
          <relationship name="parts" toMany="YES" destinationEntity="C"/>
        </entity>
        <entity name="C" parentEntity="A"><attribute name="own" attributeType="String"/></entity>
        <fetchRequest name="1" entity="A" predicateString="any.thing.goes == 1 AND SELF != nil"/>
        <fetchRequest name="2" entity="A" predicateString="parts.@count &gt; 2 AND ANY parts.own == $x"/>
        <fetchRequest name="3" entity="A" predicateString="own == 1 AND objectID == $o.some"/>
        <fetchRequest name="4" entity="A"
          predicateString="SUBQUERY(parts, $p, $p.own == 'a').@count &gt; 0"/>
        <fetchRequest name="5" entity="A" predicateString="this is no predicate"/>
        <fetchRequest name="6" entity="Nowhere" predicateString="x == 1"/>
        """
    ),
  ]
}
