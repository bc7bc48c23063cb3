extension RuleTests {
  /// Two entities with a relationship and its inverse, and the expected findings.
  private static func pair(_ players: String, _ team: String) -> String {
    """
    <entity name="Team">
      <relationship name="players" \(players) destinationEntity="Player" inverseName="team" \
    inverseEntity="Player"/>
    </entity>
    <entity name="Player">
      <relationship name="team" \(team) destinationEntity="Team" inverseName="players" \
    inverseEntity="Team"/>
    </entity>
    """
  }

  private static let many = "optional=\"YES\" toMany=\"YES\""
  private static let one = "optional=\"YES\" maxCount=\"1\""

  static let relationshipCases = [
    RuleCase(
      "missing-inverse",
      """
      <entity name="Team">
        <relationship name="«»players" toMany="YES" destinationEntity="Player"/>
      </entity>
      <entity name="Player">
        <relationship name="«»former" maxCount="1" destinationEntity="Team" inverseName=""/>
        <relationship name="lost" maxCount="1" destinationEntity="Nowhere"/>
        <relationship name="passing" maxCount="1" transient="YES" destinationEntity="Team"/>
      </entity>
      """,
      says: "'Team.players' has no inverse",
      butNot: pair(many, one)
    ),
    RuleCase(
      "cascade-both-ways",
      pair(
        many + " deletionRule=\"«»Cascade\"",
        one + " deletionRule=\"Cascade\""
      ),
      says: "deletion cascades from both ends, 'Team.players' and 'Player.team'",
      butNot: pair(many + " deletionRule=\"Cascade\"", one + " deletionRule=\"Nullify\""),
      pair(many + " deletionRule=\"Deny\"", one + " deletionRule=\"Cascade\"")
    ),
    RuleCase(
      "cascade-many-to-many",
      pair(many + " deletionRule=\"«»Cascade\"", many + " deletionRule=\"Nullify\""),
      says: "deletion cascades over the many-to-many relationship 'Team.players'",
      butNot: pair(many + " deletionRule=\"Cascade\"", one + " deletionRule=\"Nullify\""),
      // Both ends are worse, and another rule reports them.
      pair(many + " deletionRule=\"Cascade\"", many + " deletionRule=\"Cascade\"")
    ),
    RuleCase(
      "no-action",
      pair(many + " deletionRule=\"«»No Action\"", one + " deletionRule=\"Nullify\""),
      says: "'Team.players' has the delete rule No Action",
      butNot: pair(many + " deletionRule=\"Deny\"", one),
      "<entity name=\"A\"><relationship name=\"a\" transient=\"YES\" deletionRule=\"No Action\" "
        + "destinationEntity=\"A\"/></entity>"
    ),
    RuleCase(
      "nullified-mandatory",
      pair(many + " deletionRule=\"«»Nullify\"", "maxCount=\"1\" deletionRule=\"Nullify\""),
      says: "deleting through 'Team.players' nullifies the mandatory relationship 'Player.team'",
      butNot: pair(many + " deletionRule=\"Cascade\"", "maxCount=\"1\" deletionRule=\"Nullify\""),
      pair(many + " deletionRule=\"Nullify\"", one + " deletionRule=\"Nullify\""),
      // A mandatory to-many relationship loses one of several.
      pair("toMany=\"YES\" deletionRule=\"Nullify\"", many + " deletionRule=\"Nullify\"")
    ),
    RuleCase(
      "mandatory-both-ends",
      pair("toMany=\"YES\" minCount=\"1\"", "maxCount=\"1\"")
        .replacing("relationship name=\"players\"", with: "relationship name=\"«»players\""),
      says: "both ends need an object, 'Team.players' and 'Player.team'",
      butNot: pair(many, "maxCount=\"1\""),
      pair(many + " minCount=\"1\"", "maxCount=\"1\""),
      // Without a minimum count a mandatory to-many relationship may be empty.
      pair("toMany=\"YES\"", "maxCount=\"1\""),
      pair("toMany=\"YES\"", one)
    ),
    RuleCase(
      "ordered-relationship",
      pair(many + " ordered=\"«»YES\"", one),
      says: "'Team.players' is ordered",
      butNot: pair(many, one + " ordered=\"YES\"")
    ),
    RuleCase(
      "odd-count",
      """
      <entity name="A">
        <relationship name="a" toMany="YES" maxCount="«»1" destinationEntity="A"/>
        <relationship name="b" maxCount="«»2" destinationEntity="A"/>
        <relationship name="c" minCount="«»2" maxCount="1" destinationEntity="A"/>
      </entity>
      """,
      says: "'A.a' is to-many and may have only one object",
      butNot: """
        <entity name="A">
          <relationship name="a" toMany="YES" maxCount="2" destinationEntity="A"/>
          <relationship name="b" maxCount="1" minCount="1" destinationEntity="A"/>
          <relationship name="c" destinationEntity="A"/>
        </entity>
        """
    ),
    RuleCase(
      "transient-inverse",
      pair(many + " transient=\"«»YES\"", one),
      says: "'Team.players' is transient, but its inverse 'Player.team' is stored",
      butNot: pair(many + " transient=\"YES\"", one + " transient=\"YES\""),
      pair(many, one)
    ),
  ]
}
