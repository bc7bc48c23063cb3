import Foundation

/// The mapping of the objects of one version of a model to those of another one.
open class NSMappingModel: NSObject, NSCopying {
  private var mappings: [NSEntityMapping] = []

  /// The mappings of the entities, in the order of their execution.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var entityMappings: [NSEntityMapping]! {
    get { mappings }
    set { mappings = newValue ?? [] }
  }

  /// The mappings of the entities, by their names.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(mappings.map { ($0.name ?? "", $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Creates a model without mappings.
  public override init() {
    super.init()
  }

  /// Reads the mapping model in a file: a compiled one (`.cdm`), or Xcode's own (`.xcmappingmodel`).
  ///
  /// It is nil for a file without a valid mapping model; the problem is printed on standard error. Xcode's files do
  /// not have the version hashes of entities; `init(from:forSourceModel:destinationModel:)` adds them.
  public init?(contentsOf url: URL?) {
    guard let url, let file = MappingModelFile(url: url).contents() else { return nil }
    mappings = MappingModelMaker(file: file).mappings()
    super.init()
  }

  /// Searches for the mapping model from one model to another in some bundles; nil if there is none.
  ///
  /// - Parameters:
  ///   - bundles: The bundles; nil stands for the main bundle.
  ///   - sourceModel: The old version.
  ///   - destinationModel: The new version.
  public init?(
    from bundles: [Bundle]?,
    forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    let search = MappingModelSearch(source: sourceModel, destination: destinationModel)
    let files = MappingModelFile.files(in: bundles ?? [Bundle.main])
    guard let found = search.mappings(in: files) else { return nil }
    mappings = found
    super.init()
  }

  /// Infers the mapping model between two models.
  ///
  /// - Throws: An error with the code ``NSInferredMappingModelError`` that names the part that cannot be inferred,
  ///   under `reason`, `entity` and `property`.
  open class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel,
    destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    try MappingInference(from: sourceModel, to: destinationModel).mappingModel()
  }

  /// A model with the same mappings.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSMappingModel()
    copy.mappings = mappings
    return copy
  }
}
