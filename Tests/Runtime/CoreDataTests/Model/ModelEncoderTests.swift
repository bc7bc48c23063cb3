import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import CoreData

/// Tests that conversions between model values and descriptions are lossless.
@Suite("Values of descriptions")
struct ModelEncoderTests {
  /// Every model of the package and of the corpus.
  static let models: [(name: String, model: Model)] = {
    let own = Corpus.package.appending(path: "Models")
    let packaged =
      (FileManager.default.enumerator(at: own, includingPropertiesForKeys: nil))?
      .compactMap { $0 as? URL }
      .filter { $0.lastPathComponent == "contents" } ?? []
    let sources = packaged + (Corpus.isAvailable() ? Corpus.contents : [])
    let compiled = Corpus.isAvailable() ? Corpus.files { $0.pathExtension == "mom" } : []
    return (sources + compiled).sorted { $0.path < $1.path }.compactMap { file in
      ModelLoader().load(file.path).loaded.map { (file.path, $0.model) }
    }
  }()

  @Test("There are models to look at")
  func someModels() {
    #expect(Self.models.count >= 4)
  }

  @Test("A model that is read and turned back is the model that was read")
  func roundTrip() {
    for (name, value) in Self.models {
      let model = ModelDescriptions.model(ResolvedModel(value))
      let back = ModelEncoder.model(model)
      #expect(back == value, "\(name)")
    }
  }

  @Test("A copy of a model, and a model in use, encode to the same value")
  func roundTripOfCopies() throws {
    for (name, value) in Self.models {
      let model = ModelDescriptions.model(ResolvedModel(value))
      model.lock()
      let copy = try #require(model.copy() as? NSManagedObjectModel)
      #expect(ModelEncoder.model(copy) == value, "\(name)")
      #expect(copy == model, "\(name)")
    }
  }

  @Test("Classes alone give the version hashes that the file gives")
  func hashesWithoutOrigin() throws {
    for (name, value) in Self.models {
      let expected = VersionHashes(ResolvedModel(value))
      let model = ModelDescriptions.model(ResolvedModel(value))
      Self.forget(model)
      #expect(model.versionChecksum == expected.checksum, "\(name)")
      for entity in model.entities {
        let hash = expected[entity.name ?? ""].map { Data($0.bytes) }
        #expect(entity.versionHash == hash, "\(name) \(entity.name ?? "")")
      }
    }
  }

  @Test("Classes alone contain everything that they can express")
  func valueWithoutOrigin() throws {
    for (name, value) in Self.models {
      let model = ModelDescriptions.model(ResolvedModel(value))
      Self.forget(model)
      let again = ModelDescriptions.model(ResolvedModel(ModelEncoder.model(model)))
      #expect(again == model, "\(name)")
    }
  }

  /// Removes the file from descriptions, as if they had been made in code.
  private static func forget(_ model: NSManagedObjectModel) {
    model.origin = nil
    for entity in model.entities {
      entity.origin = nil
      for property in entity.ownProperties { forget(property) }
      for index in entity.indexes {
        index.origin = nil
        for element in index.elements where element.indexedProperty != nil { element.origin = nil }
      }
    }
  }

  private static func forget(_ property: NSPropertyDescription) {
    property.origin = nil
    for element in (property as? NSCompositeAttributeDescription)?.elements ?? [] {
      forget(element)
    }
  }

  @Test("A change is written; the rest of the file stays as it was read")
  func change() throws {
    var attribute = Attribute(name: "age", type: .integer16, usesScalarValueType: true)
    attribute.minimumText = "1"
    attribute.maximumText = "0100"
    attribute.isSyncable = true
    attribute.userInfo = UserInfo(entries: [UserInfoEntry(key: "a", value: "b")])
    let entity = Entity(
      name: "Person",
      codeGeneration: .category,
      properties: [.attribute(attribute)]
    )
    let model = ModelDescriptions.model(ResolvedModel(Model(entities: [entity])))
    let age = try #require(model.entities.first?.attributesByName["age"])
    age.name = "years"
    age.defaultValue = 7
    age.setValidationPredicates(
      [NSPredicate(format: "SELF >= 3"), NSPredicate(format: "SELF < 9")],
      withValidationWarnings: ["young", "old"]
    )
    age.userInfo = ["c": "d", "n": 1]
    var expected = attribute
    expected.name = "years"
    expected.defaultValueText = "7"
    expected.minimumText = "3"
    expected.maximumText = nil
    expected.userInfo = UserInfo(entries: [UserInfoEntry(key: "c", value: "d")])
    let back = try #require(ModelEncoder.model(model).entities.first)
    #expect(back.codeGeneration == .category)
    #expect(back.attributes == [expected])
  }

  @Test("Rules of all kinds become predicates with Apple's codes")
  func validation() throws {
    var number = Attribute(name: "a", type: .decimal)
    number.minimumText = "0.50"
    number.maximumText = "9"
    var text = Attribute(name: "b", type: .string)
    text.minimumText = "2"
    text.maximumText = "8"
    text.regularExpression = "[a-z]+"
    var date = Attribute(name: "c", type: .date)
    date.minimumDateTimeInterval = 0
    date.maximumDateTimeInterval = 86_400
    let entity = Entity(name: "E", properties: [number, text, date].map(Property.attribute))
    let model = ModelDescriptions.model(ResolvedModel(Model(entities: [entity])))
    let known = try #require(model.entities.first).attributesByName
    func codes(_ name: String) -> [Int]? {
      known[name]?.validationWarnings.compactMap { ($0 as? NSNumber)?.intValue }
    }
    #expect(codes("a") == [NSValidationNumberTooSmallError, NSValidationNumberTooLargeError])
    #expect(
      codes("b") == [
        NSValidationStringTooShortError, NSValidationStringTooLongError,
        NSValidationStringPatternMatchingError,
      ]
    )
    #expect(codes("c") == [NSValidationDateTooSoonError, NSValidationDateTooLateError])
    #expect(
      known["b"]?.validationPredicates == [
        NSPredicate(format: "length >= 2"), NSPredicate(format: "length <= 8"),
        NSPredicate(format: "SELF MATCHES %@", "[a-z]+"),
      ]
    )
    Self.forget(model)
    let back = try #require(ModelEncoder.model(model).entities.first?.attributes)
    #expect(back.map(\.minimumText) == ["0.5", "2", nil])
    #expect(back.map(\.maximumText) == ["9", "8", nil])
    #expect(back[1].regularExpression == "[a-z]+")
    #expect(back[2].minimumDateTimeInterval == 0)
    #expect(back[2].maximumDateTimeInterval == 86_400)
  }

  @Test("Defaults are objects of the class of their type")
  func defaults() throws {
    func value(_ type: AttributeType, _ text: String) throws -> Any? {
      var attribute = Attribute(name: "a", type: type)
      attribute.defaultValueText = text
      attribute.defaultDateTimeInterval = type == .date ? 5 : nil
      let entity = Entity(name: "E", properties: [.attribute(attribute)])
      let model = ModelDescriptions.model(ResolvedModel(Model(entities: [entity])))
      return try #require(model.entities.first?.attributesByName["a"]).defaultValue
    }
    let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(try value(.integer16, "7") as? NSNumber == 7)
    #expect(try value(.integer64, "9007199254740993") as? Int64 == 9_007_199_254_740_993)
    #expect(try value(.boolean, "YES") as? Bool == true)
    #expect(try value(.double, "2.5") as? Double == 2.5)
    #expect(try value(.float, "2.5") as? Float == 2.5)
    #expect(try value(.decimal, "1.10") as? NSDecimalNumber == NSDecimalNumber(string: "1.1"))
    #expect(try value(.string, "") as? String == "")
    #expect(try value(.date, "") as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(try value(.uuid, id) as? UUID == UUID(uuidString: id))
    #expect(try value(.uri, "https://a.b/c") as? URL == URL(string: "https://a.b/c"))
    #expect(try value(.integer16, "seven") == nil)
    #expect(try value(.binary, "x") == nil)
  }

  @Test("Unresolved names are kept, and hashed as the file has them")
  func danglingNames() {
    let lost = Relationship(name: "r", destinationName: "Nowhere", inverseName: "back")
    let orphan = Relationship(name: "s", destinationName: "E", inverseName: "nothing")
    var index = FetchIndex(name: "i")
    index.elements = [FetchIndexElement(propertyName: "missing")]
    let entity = Entity(
      name: "E",
      parentName: "Nobody",
      properties: [.relationship(lost), .relationship(orphan)],
      fetchIndexes: [index]
    )
    let configuration = Configuration(name: "C", members: [PropertyReference("Nowhere")])
    let value = Model(entities: [entity], configurations: [configuration])
    let model = ModelDescriptions.model(ResolvedModel(value))
    #expect(model.entities.first?.relationshipsByName["r"]?.destinationEntity == nil)
    #expect(ModelEncoder.model(model) == value)
    #expect(model.versionChecksum == VersionHashes(ResolvedModel(value)).checksum)
    model.entities.first?.relationshipsByName["r"]?.destinationEntity = nil
    #expect(ModelEncoder.model(model) != value)
  }

  @Test("Broken models are handled: cycles, duplicate names, composites in themselves")
  func hostileModels() {
    var nested = Attribute(name: "self", type: .composite)
    nested.compositeName = "Loop"
    let value = Model(
      entities: [
        Entity(name: "A", parentName: "B", properties: [.attribute(nested)]),
        Entity(name: "B", parentName: "A"),
        Entity(name: "A", properties: [.attribute(nested), .attribute(nested)]),
        Entity(name: "S", parentName: "S"),
      ],
      composites: [Composite(name: "Loop", attributes: [nested, nested])]
    )
    let model = ModelDescriptions.model(ResolvedModel(value))
    model.lock()
    #expect(model.entities.count == 4)
    #expect(model.entities.allSatisfy { $0.settledShape != nil })
  }

  @Test("Composites that unfold without end are cut off")
  func unfoldingComposites() {
    let composites = (0..<24).map { level in
      Composite(
        name: "C\(level)",
        attributes: ["left", "right"].map { side in
          var attribute = Attribute(name: side, type: .composite)
          attribute.compositeName = "C\(level + 1)"
          return attribute
        }
      )
    }
    var attribute = Attribute(name: "a", type: .composite)
    attribute.compositeName = "C0"
    let entity = Entity(name: "E", properties: [.attribute(attribute)])
    let value = Model(entities: [entity], composites: composites)
    let model = ModelDescriptions.model(ResolvedModel(value))
    #expect(model.entities.first?.attributesByName["a"] is NSCompositeAttributeDescription)
  }

  @Test("A composite that is made in code gets the name of its attribute")
  func compositeInCode() throws {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.elements = [SampleModels.attribute("city", .string)]
    let other = NSCompositeAttributeDescription()
    other.name = "address"
    other.elements = [SampleModels.attribute("street", .string)]
    let model = SampleModels.model(
      SampleModels.entity("A", [address]),
      SampleModels.entity("B", [other])
    )
    let value = ModelEncoder.model(model)
    #expect(value.composites.map(\.name) == ["address", "address2"])
    let again = ModelDescriptions.model(ResolvedModel(value))
    Self.forget(again)
    #expect(again.entitiesByName == model.entitiesByName)
  }

  @Test("A fetched property does not keep its entity alive while the model is not used")
  func lifetime() {
    var fetched = FetchedProperty(name: "f")
    fetched.fetchRequest = FetchRequestTemplate(name: "q", entityName: "E")
    let value = Model(entities: [Entity(name: "E", properties: [.fetchedProperty(fetched)])])
    weak var gone: NSEntityDescription?
    do {
      let model = ModelDescriptions.model(ResolvedModel(value))
      gone = model.entities.first
      let property = gone?.propertiesByName["f"] as? NSFetchedPropertyDescription
      #expect(property?.fetchRequest?.entity === gone)
    }
    #expect(gone == nil)
  }
}
