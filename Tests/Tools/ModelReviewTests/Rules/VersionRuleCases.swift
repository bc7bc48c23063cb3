extension RuleTests {
  private static let person = """
    <entity name="Person"><attribute name="name" attributeType="String"/></entity>
    """

  static let versionCases = [
    RuleCase(
      "equal-versions",
      // The class of an entity is not part of its version hash.
      """
      <entity name="Person" representedClassName="Human">
        <attribute name="name" attributeType="String"/>
      </entity>
      """,
      says: "the version 'Model 2' has the same hashes as 'Model0'",
      butNot: """
        <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/></entity>
        """,
      after: [person],
      isAboutModel: true
    ),
    RuleCase(
      "unnoticed-change",
      """
      <entity name="A">
        <attribute name="a" attributeType="Transformable" valueTransformerName="«»New"/>
        <attribute name="b" attributeType="Transformable" customClassName="«»Newer"/>
        <attribute name="c" attributeType="Transformable" valueTransformerName="New"
          versionHashModifier="2"/>
        <attribute name="d" attributeType="Transformable" valueTransformerName="Old"/>
        <attribute name="e" attributeType="Transformable" valueTransformerName="New" transient="YES"/>
        <attribute name="f" attributeType="Transformable" valueTransformerName="New"/>
      </entity>
      """,
      says: "the value transformer of 'A.a' has changed from 'Old' to 'New'",
      butNot: "<entity name=\"B\"><attribute name=\"a\" attributeType=\"Transformable\"/></entity>",
      after: [
        "<entity name=\"A\"/>",
        """
        <entity name="A">
          <attribute name="a" attributeType="Transformable" valueTransformerName="Old"/>
          <attribute name="b" attributeType="Transformable" customClassName="Older"/>
          <attribute name="c" attributeType="Transformable" valueTransformerName="Old"/>
          <attribute name="d" attributeType="Transformable" valueTransformerName="Old"/>
          <attribute name="e" attributeType="Transformable" valueTransformerName="Old"/>
        </entity>
        """,
      ]
    ),
    RuleCase(
      "unknown-renaming-identifier",
      """
      <entity name="Human" elementID="Person">
        <attribute name="fullName" attributeType="String" elementID="name"/>
        <attribute name="title" attributeType="String" elementID="«»nmae"/>
        <attribute name="other" attributeType="String" elementID="«»name"/>
      </entity>
      <entity name="Animal" elementID="«»Beast"/>
      """,
      says: "no earlier version has a property 'nmae' for 'Human.title' to be renamed from",
      // Its own name is not a former name, and a parent may have had the property.
      butNot: """
        <entity name="Person"><attribute name="name" attributeType="String" elementID="name"/></entity>
        <entity name="Child" parentEntity="Person">
          <attribute name="nick" attributeType="String" elementID="name"/>
        </entity>
        """,
      // A name in an earlier version may be the identifier for a later one.
      """
      <entity name="Person" elementID="a person">
        <attribute name="name" attributeType="String" elementID="a name"/>
      </entity>
      """,
      after: [person]
    ),
    RuleCase(
      "stale-renaming-identifier",
      """
      <entity name="Person">
        <attribute name="name" attributeType="String"/>
        <attribute name="nick" attributeType="String" elementID="«»alias"/>
      </entity>
      """,
      says: "the renaming identifier 'alias' of 'Person.nick' is older than all versions",
      butNot: """
        <entity name="Person"><attribute name="x" attributeType="String" elementID="name"/></entity>
        """,
      after: [
        """
        <entity name="Person">
          <attribute name="name" attributeType="String"/>
          <attribute name="nick" attributeType="String" elementID="alias"/>
        </entity>
        """
      ]
    ),
  ]
}
