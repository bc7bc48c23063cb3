import Foundation

/// The way in which the objects of one version of a model become those of another one.
open class NSMappingModel: NSObject, NSCopying {
  private var mappings: [NSEntityMapping] = []

  /// The way in which each entity's objects are treated, in the order in which that happens.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var entityMappings: [NSEntityMapping]! {
    get { mappings }
    set { mappings = newValue ?? [] }
  }

  /// The way in which each entity's objects are treated, by the names of the mappings.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(mappings.map { ($0.name ?? "", $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Makes a model without mappings.
  public override init() {
    super.init()
  }

  /// The mapping model in a file: a compiled one (`.cdm`), or Xcode's own (`.xcmappingmodel`).
  ///
  /// It is nil for a file that is none; what is wrong with it is printed on the standard error. Xcode's files do not
  /// have the version hashes of entities; `init(from:forSourceModel:destinationModel:)` adds them.
  public init?(contentsOf url: URL?) {
    guard let url, let file = MappingModelFile(url: url).contents() else { return nil }
    mappings = MappingModelMaker(file: file).mappings()
    super.init()
  }

  /// The mapping model in some bundle that leads from one model to another; nil if there is none.
  ///
  /// - Parameters:
  ///   - bundles: Where it is looked for; nil stands for the main bundle.
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

  /// The mapping model that follows from the two models.
  ///
  /// - Throws: An error with the code ``NSInferredMappingModelError`` that names what does not follow, under
  ///   `reason`, `entity` and `property`.
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
