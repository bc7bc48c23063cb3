extension RuleTests {
  static let fileCases = [
    RuleCase(
      "names-differ-in-case",
      """
      <entity name="Team"/><entity name="«»TEAM"/>
      <entity name="Player">
        <attribute name="userID" attributeType="String"/>
        <relationship name="«»userId" destinationEntity="Team"/>
      </entity>
      <configuration name="Cloud"/><configuration name="«»cloud"/>
      """,
      says: "the entity 'TEAM' differs from 'Team' in case only",
      // The reader reports equal names; different entities may share names.
      butNot: """
        <entity name="Team"/><entity name="Team"/>
        <entity name="A"><attribute name="x" attributeType="String"/></entity>
        <entity name="B"><attribute name="X" attributeType="String"/></entity>
        """
    ),
    RuleCase(
      "empty-entity",
      "<entity name=\"«»Draft\"/>",
      says: "'Draft' has no properties",
      butNot: """
        <entity name="Base"><attribute name="a" attributeType="String"/></entity>
        <entity name="Draft" parentEntity="Base"/>
        """,
      "<entity name=\"Base\" isAbstract=\"YES\"/>"
        + "<entity name=\"A\" parentEntity=\"Base\"><attribute name=\"a\"/></entity>"
    ),
    RuleCase(
      "childless-abstract-entity",
      "<entity name=\"Shape\" isAbstract=\"«»YES\"/>",
      says: "'Shape' is abstract and has no subentities",
      butNot: """
        <entity name="Shape" isAbstract="YES"/><entity name="Circle" parentEntity="Shape"/>
        <entity name="Plain"/>
        """
    ),
    RuleCase(
      "entity-without-configuration",
      """
      <entity name="«»Draft"/><entity name="Sent"/><entity name="Base" isAbstract="YES"/>
      <configuration name="Local"><memberEntity name="Sent"/></configuration>
      """,
      says: "'Draft' is in none of the configurations 'Local'",
      butNot: "<entity name=\"Draft\"/><configuration name=\"Empty\"/>",
      """
      <entity name="A"/><entity name="B"/>
      <configuration name="X"><memberEntity name="A"/></configuration>
      <configuration name="Y"><memberEntity name="A"/><memberEntity name="B"/></configuration>
      """
    ),
  ]
}
