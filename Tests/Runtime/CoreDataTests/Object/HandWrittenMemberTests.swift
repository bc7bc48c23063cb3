import CoreData
import Foundation
import Testing

/// Tests of members of handwritten classes that companions make available by name.
struct HandWrittenMemberTests {
  @Test("Key-value coding reads and sets properties that no model has") func properties() throws {
    let context = try Self.context()
    context.performAndWait {
      let page = GaugedPage(context: context)
      page.setValue(30, forKey: "percent")
      #expect(page.share == 0.3 && page.value(forKey: "percent") as? Double == 30)
      #expect(page.value(forKeyPath: "percent") as? Double == 30)
      page.setValue(nil, forKey: "remark")
      #expect(page.value(forKey: "remark") == nil && page.note == "-")
      page.setValue("x", forKey: "remark")
      #expect(page.value(forKey: "remark") as? String == "x")
      #expect(NSPredicate(format: "percent < 40 AND remark == 'x'").evaluate(with: page))
      #expect(page.value(forKey: "unknown") as? String == "unknown?")
    }
  }

  @Test("A method checks the value of one property, besides the rules of the model")
  func validators() throws {
    let context = try Self.context()
    try context.performAndWait {
      let page = GaugedPage(context: context)
      page.share = 0.5
      try context.save()
      page.share = -1
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.domain == "Page" && error?.code == 1)
      #expect(throws: NSError.self) { try page.validateForUpdate() }
      page.share = 2
      try context.save()
      #expect(page.share == 1, "the method replaces the value")
    }
  }

  @Test("The name that @objc gives a class is the one that models have") func className() throws {
    #expect(NSStringFromClass(GaugedPage.self) == "PageObject")
    let context = try Self.context("PageObject")
    context.performAndWait {
      #expect(
        NSEntityDescription.insertNewObject(forEntityName: "GaugedPage", into: context)
          is GaugedPage
      )
    }
  }

  private static func context(
    _ className: String = NSStringFromClass(GaugedPage.self)
  ) throws -> NSManagedObjectContext {
    let share = NSAttributeDescription()
    share.name = "share"
    share.attributeType = .doubleAttributeType
    share.defaultValue = 0
    let entity = NSEntityDescription()
    entity.name = "GaugedPage"
    entity.managedObjectClassName = className
    entity.properties = [share]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}

/// A handwritten class, without its companion.
final class GaugedPage: NSManagedObject {
  private(set) var note = "-"

  var share: Double {
    get { primitiveValue(forKey: "share") as? Double ?? 0 }
    set { setValue(newValue, forKey: "share") }
  }
  var percent: Double {
    get { share * 100 }
    set { share = newValue / 100 }
  }
  var remark: String? {
    get { note == "-" ? nil : note }
    set { note = newValue ?? "-" }
  }

  func validateShare(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    guard let share = value.pointee as? Double else { return }
    if share < 0 { throw NSError(domain: "Page", code: 1) }
    if share > 1 { value.pointee = NSNumber(value: 1) }
  }

  override func value(forUndefinedKey key: String) -> Any? { key + "?" }

  final class GeneratedNames: GeneratedCodeV2.Names {
    static var className: String? { "PageObject" }
    static var properties: [(name: String, keyPath: any AnyKeyPath & Sendable)] {
      [("percent", \GaugedPage.percent), ("remark", \GaugedPage.remark)]
    }
    static var validators: [(name: String, method: GeneratedCodeV2.Validator)] {
      [("share", { try ($0 as? GaugedPage)?.validateShare($1) })]
    }
  }
}
