import ManagedModel
import ModelEditing
import Testing

/// Impossible edits, which report the reason and change nothing.
struct EditProblemTests {
  @Test("An edit that cannot be made is reported with the reason", arguments: cases)
  func refuses(_ line: String, _ message: String, _ hint: String?) throws {
    var model = EditSample.model
    do {
      try model.apply(line)
      Issue.record("'\(line)' was made")
    } catch {
      #expect(error.message == message)
      #expect(error.hint == hint)
    }
    #expect(model == EditSample.model)
  }

  static let cases: [(String, String, String?)] = [
    ("ad entity X", "'ad' is not an edit", "did you mean 'add'?"),
    ("add entiy X", "'entiy' is not a kind of part", "did you mean 'entity'?"),
    ("add entity", "the name of the entity is missing", nil),
    ("add entity Team", "there is already an entity 'Team'", nil),
    ("add entity ''", "'' is not the name of an entity", nil),
    ("add attribute name", "'name' is not the name of an attribute", "write OWNER.NAME"),
    ("set attribute Tem.city optional=no", "there is no entity 'Tem'", "did you mean 'Team'?"),
    (
      "set attribute Team.cty optional=no", "'Team' has no attribute 'cty'",
      "did you mean 'city'?"
    ),
    (
      "set attribute Player.team optional=no",
      "'Player.team' is not an attribute, but a relationship", nil
    ),
    (
      "set attribute Team.city optionl=no", "an attribute has no field 'optionl'",
      "did you mean 'optional'?"
    ),
    ("set attribute Team.city optional=maybe", "'maybe' is neither yes nor no", nil),
    ("set attribute Team.city", "there is nothing to set", nil),
    ("set attribute Team.city name=x", "a name is changed by 'rename'", nil),
    (
      "set attribute Player.number default=many", "'many' is not a value of type Integer 16", nil
    ),
    (
      "add relationship Player.coach to=Coach", "there is no entity 'Coach'", nil
    ),
    (
      "set relationship Player.team inverse=plyers", "'Team' has no relationship 'plyers'",
      "add it first; then one of the two names the other as its inverse"
    ),
    (
      "set relationship Player.team delete-rule=drop", "'drop' is not a value of 'deletionRule'",
      "the values are No Action, Nullify, Cascade, Deny"
    ),
    (
      "remove entity Team", "'Team' is still needed by 'Player.team'",
      "remove these first, or remove them too with --with-references"
    ),
    (
      "remove entity Person", "'Person' is the parent of 'Player'",
      "remove these first, or set another parent for them"
    ),
    (
      "remove attribute Person.name",
      "'Person.name' is still needed by 'Person: index byName', 'Player: constraint name, number'",
      "remove these first, or remove them too with --with-references"
    ),
    ("set entity Person parent=Player", "'Player' is 'Person' itself or below it", nil),
    ("rename fetch-request all every --keep-data", "a fetch request has no data to keep", nil),
    ("rename entity Team Player", "there is already an entity 'Player'", nil),
    ("add index Team.x town", "'Team' has no property 'town'", nil),
    (
      "add constraint Team", "a constraint needs a property",
      "write the properties after the name of the entity"
    ),
    ("move entity Team before=Team", "'Team' cannot be moved beside itself", nil),
    (
      "move entity Team", "'move' takes a place",
      "write first, last, sorted, before=NAME or after=NAME"
    ),
    ("remove entity Team now", "'now' is unexpected", nil),
    (
      "add attribute Team.x type=Sting", "'Sting' is not a value of 'type'",
      "the values are Integer 16, Integer 32, Integer 64, Decimal, Double, Float, String, Boolean, "
        + "Date, Binary, UUID, URI, Transformable, Composite"
    ),
    (
      "add attribute Team.x 'type=String",
      "a quotation mark is not closed, or the line ends in a backslash",
      nil
    ),
  ]

  @Test(
    "A backslash is part of a name, but before a point and before a backslash",
    arguments: [
      (#"Team.a\"#, ["Team", #"a\"#]), (#"Team.a\\"#, ["Team", #"a\"#]),
      (#"Team.a\b"#, ["Team", #"a\b"#]), (#"Te\.am.a"#, ["Te.am", "a"]),
      (#"Te\\.a.b"#, [#"Te\"#, "a.b"]),
    ]
  )
  func backslashes(word: String, names: [String]) throws {
    let words = ["rename", "attribute", word, #"b\"#]
    guard case .element(.rename(let path, let name, _)) = try EditParser.parse(words) else {
      Issue.record("no renaming")
      return
    }
    #expect(path.names == names && name == #"b\"#)
  }

  @Test("Arguments are quoted as in a shell, and parsed back unchanged")
  func quoting() throws {
    #expect(
      try EditLine.words(#"set entity 'A B' class="x\"y" z\ w # comment"#)
        == ["set", "entity", "A B", "class=x\"y", "z w"]
    )
    let words = ["", "a'b", "c d", "e\\f", "#", "predicate=a == \"b\"", "ü"]
    #expect(try EditLine.words(EditLine.line(of: words)) == words)
  }
}
