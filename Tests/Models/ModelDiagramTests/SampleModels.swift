import ManagedModel

/// Models made in code for these tests.
enum SampleModels {
  static func attribute(
    _ name: String,
    _ type: AttributeType = .string,
    optional: Bool = false
  ) -> Property {
    .attribute(Attribute(name: name, type: type, isOptional: optional))
  }

  static func relationship(
    _ name: String,
    to destination: String,
    many: Bool = false,
    optional: Bool = false,
    ordered: Bool = false,
    inverse: String? = nil
  ) -> Property {
    var relationship = Relationship(
      name: name,
      destinationName: destination,
      isToMany: many,
      isOptional: optional,
      inverseName: inverse,
      inverseEntityName: inverse == nil ? nil : destination
    )
    relationship.isOrdered = ordered
    return .relationship(relationship)
  }

  /// Teams and players: one pair of relationships.
  static let league = Model(entities: [
    Entity(
      name: "Team",
      properties: [
        attribute("founded", .date, optional: true),
        attribute("name"),
        relationship("players", to: "Player", many: true, optional: true, inverse: "team"),
      ]
    ),
    Entity(
      name: "Player",
      properties: [
        attribute("name"),
        attribute("shirtNumber", .integer16),
        relationship("team", to: "Team", inverse: "players"),
      ]
    ),
  ])

  /// Every kind of row, box and edge.
  static let zoo: Model = {
    var derived = Attribute(name: "keeperCount", type: .integer64, isOptional: true)
    derived.isDerived = true
    derived.isTransient = true
    var home = Attribute(name: "home", type: .composite, isOptional: true)
    home.compositeName = "Address"
    var color = Attribute(name: "color", type: .transformable, isOptional: true)
    color.customClassName = "[String]"
    return Model(
      entities: [
        Entity(
          name: "Animal",
          isAbstract: true,
          properties: [
            .attribute(color), .attribute(derived),
            relationship("enclosure", to: "Enclosure", optional: true, inverse: "animals"),
            relationship(
              "friends",
              to: "Animal",
              many: true,
              optional: true,
              inverse: "friends"
            ),
            relationship("mother", to: "Animal", optional: true, inverse: "young"),
            relationship("young", to: "Animal", many: true, optional: true, inverse: "mother"),
          ]
        ),
        Entity(name: "Bear", parentName: "Animal", properties: [attribute("weight", .double)]),
        Entity(name: "Lynx", parentName: "Animal"),
        Entity(
          name: "Enclosure",
          properties: [
            attribute("area", .decimal),
            relationship(
              "animals",
              to: "Animal",
              many: true,
              ordered: true,
              inverse: "enclosure"
            ),
            .fetchedProperty(
              FetchedProperty(
                name: "hungry",
                fetchRequest: FetchRequestTemplate(name: "hungry", entityName: "Animal")
              )
            ),
          ]
        ),
        Entity(
          name: "Keeper",
          properties: [
            attribute("name"), .attribute(home),
            relationship("favourites", to: "Animal", many: true, optional: true, ordered: true),
            relationship("first", to: "Animal"),
            relationship("nowhere", to: "Missing"),
          ]
        ),
      ],
      composites: [
        Composite(name: "Address", attributes: [Attribute(name: "street", type: .string)])
      ]
    )
  }()

  /// ``league`` with the boxes moved by hand in Xcode.
  static let arrangedLeague: Model = {
    var model = league
    model.diagram = [
      DiagramBox(
        name: "Team",
        positionX: "200.5",
        positionY: "-36",
        width: "128",
        height: "90"
      ),
      DiagramBox(name: "Player", positionX: "-63", positionY: "90", width: "128", height: "0"),
      DiagramBox(name: "Gone", positionX: "0", positionY: "0", width: "128", height: "90"),
    ]
    return model
  }()

  /// Names that would break out of a language without escaping.
  static let hostileNames = [
    "</text><script>alert(1)</script>", "a\"b'c", "&amp; &lt;", "]]>", "<!--", "x\\", "{}|<>",
    "class", "end", "%%{init}%%", "`tick`", "~T~", "#35;", "a;b", "a:b:c", "\u{202E}reversed",
    "line\nbreak", "tab\tstop", "\u{1}\u{7F}\u{FFFF}", "", " ", "日本語のエンティティ", "e\u{301}",
    "\u{E9}", "👩‍👩‍👧‍👦", "graph", "node", "*", "$", "<<abstract>>", "--", "p_x", "p_x 2",
  ]

  /// A model all of whose names are hostile.
  static let hostile: Model = {
    let names = hostileNames + [String(repeating: "W", count: 3000)]
    return Model(
      entities: names.enumerated().map { index, name in
        let next = names[(index + 1) % names.count]
        var transformable = Attribute(name: name, type: .transformable)
        transformable.customClassName = next
        return Entity(
          name: name,
          parentName: index.isMultiple(of: 5) ? next : nil,
          isAbstract: index.isMultiple(of: 3),
          properties: [
            .attribute(transformable),
            relationship(next, to: next, many: true, optional: true, inverse: "back \(name)"),
            relationship(
              "back \(names[(index + names.count - 1) % names.count])",
              to: names[(index + names.count - 1) % names.count],
              inverse: name
            ),
          ]
        )
      }
    )
  }()
}
