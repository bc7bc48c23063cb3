extension RuleTests {
  static let targetCases = [
    RuleCase(
      "cloudkit-uniqueness",
      """
      <entity name="A">
        <attribute name="a" attributeType="String"/>
        <uniquenessConstraints>
          «»<uniquenessConstraint><constraint value="a"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """,
      says: "'A' has a uniqueness constraint, which CloudKit does not support",
      // Only the entities of mirrored configurations count, if there are any.
      butNot: """
        <entity name="A">
          <attribute name="a" attributeType="String"/>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="a"/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
        <entity name="B"/>
        <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="B"/></configuration>
        <configuration name="Local"><memberEntity name="A"/></configuration>
        """
    ),
    RuleCase(
      "cloudkit-attribute",
      """
      <entity name="A">
        <attribute name="«»a" attributeType="String"/>
        <attribute name="«»b" optional="YES"/>
      </entity>
      """,
      says: "CloudKit cannot mirror 'A.a', which is mandatory and has no default",
      butNot: """
        <entity name="A">
          <attribute name="a" optional="YES" attributeType="String"/>
          <attribute name="b" attributeType="Integer 16" defaultValueString="0"/>
          <attribute name="c" transient="YES"/>
        </entity>
        """
    ),
    RuleCase(
      "cloudkit-mandatory-relationship",
      "<entity name=\"A\"><relationship name=\"«»a\" toMany=\"YES\" destinationEntity=\"A\"/></entity>",
      says: "CloudKit cannot mirror 'A.a', which is mandatory",
      butNot: "<entity name=\"A\"><relationship name=\"a\" optional=\"YES\" toMany=\"YES\" "
        + "destinationEntity=\"A\"/></entity>"
    ),
    RuleCase(
      "cloudkit-ordered",
      "<entity name=\"A\"><relationship name=\"a\" toMany=\"YES\" ordered=\"«»YES\" "
        + "destinationEntity=\"A\"/></entity>",
      says: "CloudKit cannot mirror 'A.a', which is ordered",
      butNot: "<entity name=\"A\"><relationship name=\"a\" toMany=\"YES\" destinationEntity=\"A\"/>"
        + "</entity>"
    ),
    RuleCase(
      "cloudkit-inverse",
      "<entity name=\"A\"><relationship name=\"«»a\" toMany=\"YES\" destinationEntity=\"A\"/></entity>",
      says: "CloudKit cannot mirror 'A.a', which has no inverse",
      butNot: "<entity name=\"A\"><relationship name=\"a\" toMany=\"YES\" destinationEntity=\"A\" "
        + "inverseName=\"a\" inverseEntity=\"A\"/></entity>"
    ),
    RuleCase(
      "cloudkit-deny",
      "<entity name=\"A\"><relationship name=\"a\" toMany=\"YES\" deletionRule=\"«»Deny\" "
        + "destinationEntity=\"A\"/></entity>",
      says: "CloudKit cannot mirror 'A.a', which denies deletion",
      butNot: "<entity name=\"A\"><relationship name=\"a\" toMany=\"YES\" deletionRule=\"Cascade\" "
        + "destinationEntity=\"A\"/></entity>"
    ),
    RuleCase(
      "distributed-schema",
      """
      <entity name="A">
        <attribute name="a" attributeType="String"/>
        <relationship name="b" toMany="YES" ordered="«»YES" destinationEntity="A" inverseName="b"
          inverseEntity="A"/>
        <uniquenessConstraints>
          «»<uniquenessConstraint><constraint value="a"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """,
      says: "Citus refuses the uniqueness constraint of entity 'A'",
      butNot: "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity>"
    ),
  ]
}
