import CoreData
import Everything
import Foundation
import Testing

@Suite("Code generated for Everything") struct EverythingTests {
  private let stack: Stack
  private var context: NSManagedObjectContext { stack.context }

  init() throws {
    stack = try Stack(EverythingModel.make())
  }

  @Test func defaultsAreThere() {
    let all = AllTypes(context: context)
    #expect(all.boolean && all.booleanObject == nil)
    #expect(all.integer16 == 3 && all.integer32 == -1 && all.integer64 == 0)
    #expect(all.double == 0.25 && all.float == 0.5)
    #expect(all.decimal == NSDecimalNumber(string: "12.50"))
    #expect(all.date == Date(timeIntervalSinceReferenceDate: 631_123_200))
    #expect(all.dateScalar == Date(timeIntervalSinceReferenceDate: -3600))
    #expect(all.pattern == "topic" && all.string == "")
  }

  @Test func everyTypeComesBackFromTheStore() throws {
    let all = AllTypes(context: context)
    let uuid = UUID()
    all.binary = Data([1, 2, 3])
    all.boolean = false
    all.booleanObject = true
    all.decimal = 1.5
    all.doubleObject = 2.5
    all.floatObject = 3.5
    all.integer16Object = .min
    all.integer32Object = .max
    all.integer64Object = .max
    all.transformable = ["a", "b"]
    all.transformableColor = Color(name: "red")
    all.uri = URL(string: "https://example.org")
    all.uuid = uuid
    all.transientText = "not kept"
    let found = try #require(try stack.reread(all))
    #expect(found.binary == Data([1, 2, 3]))
    #expect(!found.boolean && found.booleanObject == true)
    #expect(found.decimal == 1.5 && found.doubleObject == 2.5 && found.floatObject == 3.5)
    #expect(found.integer16Object == .min && found.integer32Object == .max)
    #expect(found.integer64Object == .max)
    #expect(found.transformable == ["a", "b"])
    #expect(found.transformableColor == Color(name: "red"))
    #expect(found.uri == URL(string: "https://example.org") && found.uuid == uuid)
    #expect(found.transientText == nil)
  }

  @Test func scalarsReadAsZeroBeforeTheyAreSet() {
    let document = Document(context: context)
    #expect(document.identifier == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    #expect(document.value(forKey: "identifier") == nil)
    #expect(document.title == "")
  }

  @Test func compositesAreStructs() throws {
    let document = Document(context: context)
    #expect(document.address == nil)
    document.address = Address(city: "Delft", position: Position(latitude: 52, longitude: 4.4))
    document.address?.position?.latitude = 52.5
    let found = try #require(try stack.reread(document))
    #expect(
      found.address == Address(city: "Delft", position: Position(latitude: 52.5, longitude: 4.4))
    )
    #expect((found.value(forKey: "address") as? [String: Any])?["city"] as? String == "Delft")
    document.address = nil
    #expect(document.primitiveAddress == nil)
    #expect(
      Address(dictionary: ["city": 1, "position": [:] as [String: Any]]).position == Position()
    )
  }

  @Test("F391 Ordered relationships are changed at places, and keep their order")
  func orderedRelationshipsKeepTheirOrder() throws {
    let document = Document(context: context)
    let pages = (0..<5).map { number in
      let page = Page(context: context)
      page.number = Int32(number)
      return page
    }
    document.pages = [pages[1], pages[0]]
    document.addToPages(pages[2])
    document.insertIntoPages(pages[3], at: 0)
    #expect(document.pages.map(\.number) == [3, 1, 0, 2])
    document.replacePages(at: 1, with: pages[4])
    #expect(document.pages.map(\.number) == [3, 4, 0, 2] && pages[1].document == nil)
    document.removeFromPages(at: 0)
    document.removeFromPages(at: IndexSet([0, 2]))
    #expect(document.pages.map(\.number) == [0] && pages[0].document == document)
    document.insertIntoPages([pages[1], pages[2]], at: IndexSet([0, 2]))
    #expect(document.pages.map(\.number) == [1, 0, 2])
    document.removeFromPages([pages[0]])
    #expect(try stack.reread(document)?.pages.map(\.number) == [1, 2])
    document.addToPages([pages[0], pages[3]])
    document.intersectPages([pages[3], pages[1], pages[4]])
    #expect(document.pages.map(\.number) == [1, 3] && pages[0].document == nil)
    document.intersectPages(NSOrderedSet(array: [pages[3]]))
    #expect(document.pages == [pages[3]] && pages[1].document == nil)
  }

  @Test func requestsOfTheModelAreFunctions() throws {
    let archive = Archive(context: context)
    for title in ["Alpha", "Beta", "alphabet"] {
      let document = Document(context: context)
      document.title = title
      document.archive = title == "Beta" ? archive : nil
      document.addToPages(Page(context: context))
    }
    try context.save()
    #expect(try Document.allDocuments(in: context).count == 3)
    let found = try Document.documentsByTitle(prefix: "alpha", minimum: 1, in: context)
    #expect(Set(found.map(\.title)) == ["Alpha", "alphabet"])
    #expect(try Document.documentIDs(archive: archive, in: context).count == 1)
    #expect(try Document.documentsByTitle(prefix: "alpha", minimum: 2, in: context).isEmpty)
    let request = Document.documentsByTitleFetchRequest(prefix: "a", minimum: 0)
    #expect(request.fetchLimit == 100 && request.fetchBatchSize == 20)
    #expect(Tag.distinctTagsFetchRequest().returnsDistinctResults)
  }

  @Test func handwrittenClassesAndSubclasses() {
    let archive = Archive(context: context)
    archive.year = 1843
    archive.addToDocuments(Document(context: context))
    #expect(archive.documents.first?.archive == archive)
    #expect(Document.entityName == "Document" && Base.entityName == "Base")
    #expect(Document.fetchRequest().entityName == "Document")
  }

  @Test("F027 Nil for a scalar property is given to setNilValueForKey(_:)") func nilForScalars() {
    let archive = Archive(context: context)
    archive.shelf = "A"
    archive.year = 1843
    archive.setValue(nil, forKey: "shelf")
    archive.setValue(nil, forKey: "year")
    #expect(archive.shelf == nil && archive.year == -1)
    let all = AllTypes(context: context)
    for key in ["boolean", "double", "integer16", "booleanObject"] {
      all.setValue(nil, forKey: key)
    }
    #expect(!all.boolean && all.double == 0 && all.integer16 == 0 && all.booleanObject == nil)
  }

  @Test func modelBuiltInCodeIsThatOfTheFile() throws {
    try EverythingModel.verify()
    let model = EverythingModel.make()
    #expect(Set(model.configurations).isSuperset(of: ["Cloud", "Empty", "Local"]))
    #expect(
      model.entities(forConfigurationName: "Cloud")?.compactMap(\.name).sorted() == [
        "AllTypes", "Place",
      ]
    )
    let document = try #require(model.entitiesByName["Document"])
    #expect(document.superentity?.name == "Base")
    #expect(document.indexes.map(\.name) == ["byTitle", "byUpperTitle"])
    #expect(document.relationshipsByName["pages"]?.inverseRelationship?.name == "document")
    #expect(document.attributesByName["title"]?.renamingIdentifier == "name")
    #expect(model.fetchRequestTemplate(forName: "DocumentsByTitle")?.fetchLimit == 100)
    let pattern = model.entitiesByName["AllTypes"]?.attributesByName["pattern"]
    #expect(pattern?.validationPredicates.count == 3)
  }
}
