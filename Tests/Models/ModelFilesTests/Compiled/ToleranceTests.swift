import Diagnostics
import ManagedModel
import PropertyLists
import Testing

@testable import ModelFiles

/// Archives with unusual forms, or with content that a model file cannot express.
@Suite struct ToleranceTests {
  static let unwritable: [(key: String, value: PropertyList, reason: String)] = [
    ("NSOperatorType", .integer(11), "there is no operator of type 11"),
    ("NSModifier", .integer(7), "there is no modifier 7 of an operator"),
    (
      "NSExpressionType", .integer(19),
      "NSKeyPathExpression (object 15) is not a known expression"
    ),
    (
      "NSPredicateOperator", .uid(0),
      "NSComparisonPredicate (object 14) has no 'NSPredicateOperator'"
    ),
    ("NSConstantValue", .uid(1), "a constant is an object of NSManagedObjectModel"),
  ]

  @Test(arguments: unwritable)
  func notesPredicatesThatHaveNoText(key: String, value: PropertyList, reason: String) throws {
    let template = FetchRequestTemplate(name: "r", entityName: "E", predicateText: "a > 1")
    let model = Model(entities: [Entity(name: "E")], fetchRequests: [template])
    let (read, notes) = try reading(model) { fields in
      fields[key] == nil ? fields : fields.replacing(key, with: value)
    }
    #expect(read.fetchRequests.count == 1)
    #expect(read.fetchRequests.first?.predicateText == nil)
    #expect(notes == ["fetch request 'r': \(reason), which a model file cannot express"])
  }

  @Test func notesDerivationsThatHaveNoText() throws {
    var attribute = Attribute(name: "a", type: .date)
    attribute.isDerived = true
    attribute.derivationExpression = "now()"
    let model = Model(entities: [Entity(name: "E", properties: [.attribute(attribute)])])
    let (read, notes) = try reading(model) { fields in
      fields["NSSelectorName"] == nil
        ? fields : fields.replacing("NSExpressionType", with: .integer(19))
    }
    let found = try #require(read.entities.first?.attributes.first)
    #expect(found.isDerived && found.derivationExpression == nil)
    #expect(notes.count == 1)
  }

  /// Operators are identified by number, whatever their class.
  @Test func readsOperatorsOfUnknownClasses() throws {
    let template = FetchRequestTemplate(
      name: "r",
      entityName: "E",
      predicateText: #"a BEGINSWITH[cd] "x""#
    )
    let model = Model(entities: [Entity(name: "E")], fetchRequests: [template])
    let (read, notes) = try reading(model) { fields in
      fields["$classname"]?.string == "NSSubstringPredicateOperator"
        ? ["$classname": .string("NSSomethingOperator")] : fields
    }
    #expect(read.fetchRequests.first?.predicateText == template.predicateText)
    #expect(notes.isEmpty)
  }

  @Test func readsModelsOfOlderCompilers() throws {
    let keys: Set = [
      "NSFlagsKey", "_P", "NSAllocationType", "NSHasFetchRequestFlags", "NSFetchRequestFlags",
      "NSRenamingIdentifier", "NSVersionHashModifier", "NSUserInfo", "NSSubentities",
      "NSInverseRelationship", "NSDestinationEntity",
    ]
    for seed in 0..<20 as Range<UInt64> {
      var model = RandomModel.make(seed: seed).compiledForm
      model.composites = []
      let (read, _) = try reading(model) { fields in
        PropertyListDictionary(fields.entries.filter { !keys.contains($0.key) })
      }
      #expect(read.entities.map(\.name) == model.entities.map(\.name))
      #expect(
        read.entities.flatMap(\.properties).map(\.name)
          == model.entities.flatMap(\.properties).map(\.name)
      )
      #expect(
        read.entities.flatMap(\.relationships).map(\.destinationName)
          == model.entities.flatMap(\.relationships).map(\.destinationName)
      )
    }
  }

  /// The keys that the framework adds beside fetch indexes for its older versions.
  @Test func takesAwayMirrorsOfFetchIndexes() throws {
    var entity = Entity(name: "E")
    for name in ["a", "b", "c"] {
      var attribute = Attribute(name: name, type: .string)
      attribute.isIndexed = name != "b"
      entity.properties.append(.attribute(attribute))
    }
    func index(_ name: String, _ members: String...) -> FetchIndex {
      FetchIndex(name: name, elements: members.map { FetchIndexElement(propertyName: $0) })
    }
    // 'a' is indexed because of 'byA'; 'c' has only one index, which has the same name by coincidence.
    entity.fetchIndexes = [
      index("a", "a"), index("byA", "a"), index("both", "a", "b"), index("c", "c"),
    ]
    entity.compoundIndexes = [
      CompoundIndex(members: [PropertyReference("a"), PropertyReference("b")])
    ]
    let read = try roundTrip(Model(entities: [entity])).entities[0]
    #expect(read.fetchIndexes.map(\.name) == ["byA", "both", "c"])
    #expect(read.compoundIndexes == nil)
    #expect(read.attributes.allSatisfy { !$0.isIndexed })
  }

  @Test func keepsOldIndexesWithoutFetchIndexes() throws {
    var attribute = Attribute(name: "a", type: .string)
    attribute.isIndexed = true
    var entity = Entity(name: "E", properties: [.attribute(attribute)])
    entity.compoundIndexes = [CompoundIndex(members: [PropertyReference("a")])]
    let read = try roundTrip(Model(entities: [entity])).entities[0]
    #expect(read.compoundIndexes == entity.compoundIndexes)
    #expect(read.attributes[0].isIndexed)
  }

  @Test func leavesOutInheritedCopies() throws {
    let shared = Property.attribute(Attribute(name: "shared", type: .string))
    let own = Property.attribute(Attribute(name: "own", type: .string))
    let model = Model(entities: [
      Entity(name: "Parent", properties: [shared]),
      Entity(name: "Child", parentName: "Parent", properties: [own, shared]),
      Entity(name: "Grandchild", parentName: "Child", properties: [shared]),
    ])
    let read = try roundTrip(model)
    #expect(read.entities.map { $0.properties.map(\.name) } == [["own"], [], ["shared"]])
  }

  @Test func notesSwitchesThatAreOff() throws {
    let template = FetchRequestTemplate(name: "r", entityName: "E")
    let model = Model(entities: [Entity(name: "E")], fetchRequests: [template])
    let (_, notes) = try reading(model) { fields in
      fields["NSFetchRequestFlags"] == nil
        ? fields : fields.replacing("NSFetchRequestFlags", with: .integer(28))
    }
    #expect(notes == ["fetch request 'r': a model file cannot express that flags are off (2)"])
  }

  /// Reads the archive of a model after a change of its objects, and returns the messages as well.
  private func reading(
    _ model: Model,
    changing change: (PropertyListDictionary) -> PropertyListDictionary
  ) throws -> (Model, [String]) {
    let fields = try #require(try CompiledModelWriter.archive(of: model).dictionary)
    let objects = (fields["$objects"]?.array ?? []).map { object in
      object.dictionary.map { .dictionary(change($0)) } ?? object
    }
    let changed = PropertyList.dictionary(fields.replacing("$objects", with: .array(objects)))
    var collector = DiagnosticCollector()
    let read = try CompiledModelReader.read(changed.binary(), reportingTo: &collector)
    return (read, collector.diagnostics.map(\.message))
  }
}

extension PropertyListDictionary {
  fileprivate func replacing(_ key: String, with value: PropertyList) -> PropertyListDictionary {
    PropertyListDictionary(entries.map { $0.key == key ? Entry(key, value) : $0 })
  }
}
