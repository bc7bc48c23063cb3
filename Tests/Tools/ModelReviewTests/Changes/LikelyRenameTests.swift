import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import Testing

@testable import ModelReview

/// The pairs of a removed and an added element that are suspected to be a rename.
struct LikelyRenameTests {
  private static func resolved(_ text: String) throws -> ResolvedModel {
    let reading = ContentsReader.read(Array("<model>\(text)</model>".utf8))
    return ResolvedModel(try #require(reading.model))
  }

  /// Two versions, and the suspected renames: `old → new`.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var suspects: [String]

    init(_ title: String, _ old: String, _ new: String, suspects: String...) {
      testDescription = title
      self.old = old
      self.new = new
      self.suspects = suspects
    }
  }

  private static func text(_ names: String...) -> String {
    names.map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }.joined()
  }

  private static func entity(_ name: String, _ inner: String, parent: String? = nil) -> String {
    let parent = parent.map { " parentEntity=\"\($0)\"" } ?? ""
    return "<entity name=\"\(name)\"\(parent)>\(inner)</entity>"
  }

  private static func number(_ name: String, _ type: String) -> String {
    "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
  }

  private static func one(_ name: String, _ destination: String) -> String {
    "<relationship name=\"\(name)\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"\(destination)\"/>"
  }

  private static func many(_ name: String, _ destination: String) -> String {
    "<relationship name=\"\(name)\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"\(destination)\"/>"
  }

  @Test(
    arguments: [
      // Properties.
      Case(
        "an abbreviation",
        entity("Book", text("desc")),
        entity("Book", text("bookDescription")),
        suspects: "Book.desc → Book.bookDescription"
      ),
      Case(
        "a plural, as one becomes many",
        entity("User", one("searchHistory", "Search")) + entity("Search", text("t")),
        entity("User", many("searchHistories", "Search")) + entity("Search", text("t")),
        suspects: "User.searchHistory → User.searchHistories"
      ),
      Case(
        "another numeric type as well",
        entity("A", number("fileSize", "Integer 32")),
        entity("A", number("sizeOfFile", "Integer 64") + number("fileSizeInBytes", "Integer 64")),
        suspects: "A.fileSize → A.fileSizeInBytes"
      ),
      Case(
        "of names that are equally alike, the one with the same type",
        entity("A", number("size", "Integer 32")),
        entity("A", number("fileSize", "Integer 64") + number("diskSize", "Integer 32")),
        suspects: "A.size → A.diskSize"
      ),
      Case(
        "of names that are equally alike, the one with the same cardinality and destination",
        entity("A", one("test", "C")) + entity("B", text("b")) + entity("C", "", parent: "B"),
        entity(
          "A",
          many("oneTest", "B") + one("twoTest", "B") + many("redTest", "C") + one("newTest", "C")
        )
          + entity("B", text("b")) + entity("C", "", parent: "B"),
        suspects: "A.test → A.newTest"
      ),
      Case(
        "a type that values do not convert to",
        entity("A", number("birthday", "String")),
        entity("A", number("birthDay", "Date"))
      ),
      Case("other names", entity("A", text("name")), entity("A", text("city"))),
      Case(
        "the name of the entity in front",
        entity("Book", text("id")),
        entity("Book", text("bookID")),
        suspects: "Book.id → Book.bookID"
      ),
      Case(
        "words that sound alike",
        entity("Book", number("createdAt", "Date")),
        entity("Book", number("updatedAt", "Date"))
      ),
      // Entities.
      Case(
        "entities with one ordinary attribute each",
        entity("Tag", text("name")) + entity("City", text("name")),
        entity("City", text("name")) + entity("Engine", text("name"))
      ),
      Case(
        "entities with nothing of their own",
        entity("Animal", text("name", "age")) + entity("Dog", "", parent: "Animal"),
        entity("Animal", text("name", "age")) + entity("Invoice", "", parent: "Animal")
      ),
      Case(
        "a name inside another is not enough for these",
        entity("Animal", text("name", "age")) + entity("Dog", "", parent: "Animal"),
        entity("Animal", text("name", "age")) + entity("DogHouse", "", parent: "Animal")
      ),
      Case(
        "a plural is",
        entity("Animal", text("name", "age")) + entity("Doggy", "", parent: "Animal"),
        entity("Animal", text("name", "age")) + entity("Doggies", "", parent: "Animal"),
        suspects: "Doggy → Doggies"
      ),
      Case(
        "ordinary attributes that all entities have",
        ["A", "B", "Cat"].map { entity($0, text("id", "created", "updated")) }.joined(),
        ["A", "B", "Invoice"].map { entity($0, text("id", "created", "updated")) }.joined()
      ),
      Case(
        "two ordinary attributes",
        entity("Tag", text("id", "name")),
        entity("Folder", text("id", "name"))
      ),
      Case(
        "the same attributes under another name",
        entity("Client", text("street", "phone", "vatNumber")),
        entity("Customer", text("street", "phone", "vatNumber")),
        suspects: "Client → Customer"
      ),
      Case(
        "a name that is alike, and one attribute",
        entity("Player", text("name")),
        entity("LeaguePlayer", text("name")),
        suspects: "Player → LeaguePlayer"
      ),
      Case(
        "what leads to it",
        entity("Order", one("buyer", "Client")) + entity("Client", text("phone", "mail")),
        entity("Order", one("buyer", "Customer")) + entity("Customer", text("phone", "mail")),
        suspects: "Client → Customer"
      ),
      // Connections that the inverse keeps need no identifier.
      Case(
        "the inverse stays",
        entity(
          "A",
          #"<relationship name="parts" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" inverseEntity="B"/>"#
        )
          + entity(
            "B",
            #"<relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="parts" inverseEntity="A"/>"#
          ),
        entity(
          "A",
          #"<relationship name="partsList" optional="YES" toMany="YES" destinationEntity="B" inverseName="a" inverseEntity="B"/>"#
        )
          + entity(
            "B",
            #"<relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="partsList" inverseEntity="A"/>"#
          )
      ),
    ]
  )
  func suspects(_ edit: Case) throws {
    let diff = ModelDiff(from: try Self.resolved(edit.old), to: try Self.resolved(edit.new))
    #expect(diff.likelyRenames.map { "\($0.oldTitle) → \($0.newTitle)" } == edit.suspects)
    // A suspicion concerns data: it reports the loss without an identifier.
    for rename in diff.likelyRenames {
      let settled = ModelDiff(
        from: diff.old,
        to: ResolvedModel(rename.applied(to: diff.new.model))
      )
      #expect(!settled.changes.contains { $0.action == .removed })
    }
  }

  @Test func onlyTheOrderIsLost() throws {
    func version(_ name: String) throws -> ResolvedModel {
      try Self.resolved(
        Self.entity(
          "A",
          """
          <relationship name="\(name)" optional="YES" toMany="YES" ordered="YES" destinationEntity="B" \
          inverseName="a" inverseEntity="B"/>
          """
        )
          + Self.entity(
            "B",
            """
            <relationship name="a" optional="YES" maxCount="1" destinationEntity="A" \
            inverseName="\(name)" inverseEntity="A"/>
            """
          )
      )
    }
    let diff = ModelDiff(from: try version("parts"), to: try version("partsList"))
    #expect(diff.likelyRenames.map(\.isAboutOrder) == [true])
    let removed = try #require(diff.changes.first { $0.action == .removed })
    #expect(
      removed.remarks == [
        "its connections stay in B.a, but their order is lost",
        "it looks like partsList, which is new; with a renaming identifier the order stays",
      ]
    )
  }

  /// Its subentities keep everything.
  @Test func anAbstractEntityLosesNothing() throws {
    func version(_ name: String) throws -> ResolvedModel {
      try Self.resolved(
        """
        <entity name="\(name)" isAbstract="YES">
          \(Self.text("code"))\(Self.text("title"))\(Self.text("note"))
        </entity>
        <entity name="B" parentEntity="\(name)">\(Self.text("b"))</entity>
        """
      )
    }
    let diff = ModelDiff(from: try version("Region"), to: try version("RegionTwo"))
    #expect(diff.likelyRenames.count == 1)
    #expect(diff.consequence == .lightweight)
    let removed = try #require(diff.changes.first { $0.action == .removed })
    #expect(removed.remarks.count == 1)
    let subject = LintSubject(diff.new, base: LintBase(title: "base", diff: diff))
    let findings = Linter().review(subject).findings
    #expect(!findings.contains { $0.hint.contains("deleted") == true })
  }

  @Test func likelyRenamesAreAskedFirst() throws {
    let diff = ModelDiff(
      from: try Self.resolved(Self.entity("A", Self.text("isoCode"))),
      to: try Self.resolved(
        Self.entity("A", "<attribute name=\"isoCode_\" attributeType=\"String\"/>")
      )
    )
    let added = try #require(diff.changes.first { $0.action == .added })
    #expect(
      added.advice == [
        "if it is A.isoCode with a new name, set elementID=\"isoCode\"; else give it a default "
          + "value, "
          + "or make it optional"
      ]
    )
    let subject = LintSubject(diff.new, base: LintBase(title: "base", diff: diff))
    let findings = Linter().review(subject).findings.filter { $0.element.property != nil }
    #expect(findings.map(\.rule) == ["added-mandatory-attribute"])
    #expect(findings.first?.hint == added.advice.first)
  }

  @Test func renamesGoThroughConfigurationsAndIndexes() throws {
    func version(_ entity: String, _ attribute: String, _ identifiers: Bool) throws -> ResolvedModel
    {
      try Self.resolved(
        """
        <entity name="\(entity)"\(identifiers ? #" elementID="Player""# : "")>
        <attribute name="\(attribute)" optional="YES" attributeType="String"\
        \(identifiers ? #" elementID="name""# : "")/>
        <fetchIndex name="byName"><fetchIndexElement property="\(attribute)" type="Binary" \
        order="ascending"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="\(attribute)"/>\
        </uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Other"/>
        <configuration name="Local"><memberEntity name="\(entity)"/></configuration>
        <fetchRequest name="All" entity="\(entity)"/>
        """
      )
    }
    let diff = ModelDiff(
      from: try version("Player", "name", false),
      to: try version("Member", "fullName", true)
    )
    #expect(
      diff.changes.map { "\($0.element.kind.rawValue) \($0.element.name) \($0.action)" } == [
        #"entity Member renamed(from: "Player")"#,
        #"attribute Member.fullName renamed(from: "Player.name")"#,
      ]
    )
  }

  @Test func configurationsThatLoseAnEntity() throws {
    func version(_ members: String, _ entities: String) throws -> ResolvedModel {
      let list = members.split(separator: " ").map { "<memberEntity name=\"\($0)\"/>" }.joined()
      let all = entities.split(separator: " ").map { "<entity name=\"\($0)\"/>" }.joined()
      return try Self.resolved("\(all)<configuration name=\"Local\">\(list)</configuration>")
    }
    let old = try version("A B", "A B")
    func remarks(_ new: ResolvedModel) -> [String] {
      ModelDiff(from: old, to: new).changes.filter { $0.element.kind == .configuration }
        .flatMap(\.remarks)
    }
    #expect(
      remarks(try version("A", "A B"))
        == ["a store of this configuration no longer shows objects of B"]
    )
    #expect(remarks(try version("A", "A")).isEmpty)
  }
}

/// Fields that tools write by themselves.
struct XcodeVersionFieldTests {
  private func version(_ syncable: String, _ scalar: String) throws -> ResolvedModel {
    let attributes = ["a", "b", "c"].map {
      "<attribute name=\"\($0)\" attributeType=\"Integer 16\" defaultValueString=\"0\"\(syncable)\(scalar)/>"
    }.joined()
    let text = "<model><entity name=\"A\"\(syncable)>\(attributes)</entity></model>"
    return ResolvedModel(try #require(ContentsReader.read(Array(text.utf8)).model))
  }

  @Test(arguments: [
    (#" syncable="YES""#, "", "", "", ["syncable: 4 of 4 elements → 0 of 4 elements"]),
    ("", #" syncable="YES""#, "", "", ["syncable: 0 of 4 elements → 4 of 4 elements"]),
    (
      "", "", "", #" usesScalarValueType="NO""#,
      ["scalar: not stated for 3 attributes → no for 3 attributes"]
    ),
    (
      #" syncable="YES""#, "", "", #" usesScalarValueType="YES""#,
      [
        "syncable: 4 of 4 elements → 0 of 4 elements",
        "scalar: not stated for 3 attributes → yes for 3 attributes",
      ]
    ),
  ])
  func oneLineForTheModel(
    syncable: String,
    newSyncable: String,
    scalar: String,
    newScalar: String,
    lines: [String]
  ) throws {
    let diff = ModelDiff(
      from: try version(syncable, scalar),
      to: try version(newSyncable, newScalar)
    )
    #expect(diff.changes.map(\.element.kind) == [.model])
    #expect(
      diff.changes.first?.fields.map { "\($0.name): \($0.old ?? "–") → \($0.new ?? "–")" } == lines
    )
  }

  @Test func eachDecisionIsListed() throws {
    let diff = ModelDiff(
      from: try version("", #" usesScalarValueType="YES""#),
      to: try version("", #" usesScalarValueType="NO""#)
    )
    #expect(diff.changes.map(\.element.name) == ["A.a", "A.b", "A.c"])
  }
}
