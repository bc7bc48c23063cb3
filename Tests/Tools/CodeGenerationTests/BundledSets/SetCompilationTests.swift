import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import CodeGeneration

/// The sets for Apple's Core Data generate valid Swift.
struct SetCompilationTests {
  static let variants: [(String, [String])] = [
    ("xcode", ["all"]), ("xcode", ["all", "dialect=27"]),
    ("mogenerator", ["frc", "scalarsWhenNonOptional"]),
  ]

  @Test(arguments: variants)
  func modelsCompile(variant: (set: String, parameters: [String])) throws {
    let compiler = try SwiftCompiler(modules: [("CoreData", CoreDataStub.source)])
    var models = try ["Company", "Contacts", "Everything", "League"].map {
      ContextModel(try ContextTests.sample($0))
    }
    models.append(
      ContextModel(
        ResolvedModel(HostileModel.model),
        name: "\"\\(x)\n*/ evil()",
        version: "*/"
      )
    )
    for model in models {
      let files = try RenderedSet(variant.set, model, parameters: variant.parameters).files
        .sorted { $0.key < $1.key }.map(\.value.text)
      #expect(files.count >= 4)
      let syntaxErrors = try compiler.syntaxErrors(of: files)
      #expect(syntaxErrors == "")
      let errors = try compiler.errors(of: files.map(Self.portable) + [Self.types])
      #expect(errors == "")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func everyRealModelParses() throws {
    var sources: [String] = []
    for file in Corpus.contents {
      guard let loaded = ModelLoader().load(file.path).loaded else { continue }
      let context = ContextModel(loaded)
      for (set, parameters) in [("xcode", ["all", "dialect=27"]), ("mogenerator", ["frc"])] {
        let files = try RenderedSet(set, context, parameters: parameters).files
        sources += files.sorted { $0.key < $1.key }.map(\.value.text)
      }
    }
    #expect(sources.count > 500)
    let messages = try SwiftCompiler().syntaxErrors(of: sources)
    #expect(messages == "")
  }

  /// Types that the models name.
  private static let types = """
    import Foundation
    public final class Color: NSObject {}
    """

  /// The text without parts that only compile on Apple's platforms.
  private static func portable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("@objc(") }
      .joined(separator: "\n")
      .replacingOccurrences(of: "@nonobjc", with: "")
      .replacingOccurrences(of: "objects as Set", with: "objects as! Set")
      .replacingOccurrences(of: "objects as Swift.Set", with: "objects as! Swift.Set")
  }
}

/// A stub of Core Data, as far as the sets' files need it.
enum CoreDataStub {
  static let source = """
    @_exported import Foundation
    open class NSManagedObjectID: NSObject {}
    open class NSPropertyDescription: NSObject {}
    open class NSRelationshipDescription: NSPropertyDescription {
      public var destinationEntity: NSEntityDescription?
    }
    open class NSEntityDescription: NSObject {
      public var relationshipsByName: [String: NSRelationshipDescription] = [:]
      public class func entity(
        forEntityName name: String, in context: NSManagedObjectContext
      ) -> NSEntityDescription? { nil }
    }
    public protocol NSFetchRequestResult {}
    extension NSManagedObject: NSFetchRequestResult {}
    extension NSManagedObjectID: NSFetchRequestResult {}
    extension NSDictionary: NSFetchRequestResult {}
    open class NSFetchRequest<ResultType>: NSObject {
      public override init() {}
      public convenience init(entityName: String) { self.init() }
      public var entity: NSEntityDescription?
      public var predicate: NSPredicate?
      public var sortDescriptors: [NSSortDescriptor]?
    }
    open class NSManagedObjectModel: NSObject {
      public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables: [String: Any]
      ) -> NSFetchRequest<any NSFetchRequestResult>? { nil }
    }
    open class NSPersistentStoreCoordinator: NSObject {
      public var managedObjectModel: NSManagedObjectModel { NSManagedObjectModel() }
    }
    open class NSManagedObjectContext: NSObject {
      public var persistentStoreCoordinator: NSPersistentStoreCoordinator? { nil }
      public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] { [] }
    }
    public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
    open class NSManagedObject: NSObject {
      public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}
      open class func entity() -> NSEntityDescription { NSEntityDescription() }
      open var entity: NSEntityDescription { NSEntityDescription() }
      open var objectID: NSManagedObjectID { NSManagedObjectID() }
      open var managedObjectContext: NSManagedObjectContext? { nil }
      open var isDeleted: Bool { false }
      open var isInserted: Bool { false }
      open var isUpdated: Bool { false }
      open var isFault: Bool { false }
      open var hasChanges: Bool { false }
      open func willSave() {}
      open func didSave() {}
      open func awakeFromInsert() {}
      open func changedValues() -> [String: Any] { [:] }
      open func willAccessValue(forKey key: String?) {}
      open func didAccessValue(forKey key: String?) {}
      open func primitiveValue(forKey key: String) -> Any? { nil }
      open func value(forKey key: String) -> Any? { nil }
      open func setValue(_ value: Any?, forKey key: String) {}
    }
    open class NSFetchedResultsController<ResultType>: NSObject {
      public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName: String?
      ) {}
    }
    extension NSPredicate {
      public convenience init(format: String, _ arguments: Any...) { self.init(value: true) }
    }
    """
}
