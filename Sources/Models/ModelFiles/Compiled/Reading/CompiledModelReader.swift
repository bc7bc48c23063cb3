import Diagnostics
import ManagedModel
import PropertyLists

/// Reads compiled models (`.mom`), of every age, and the model that a store keeps in its cache.
///
/// The result is the model of Xcode's own file, as far as an archive contains it. Where an archive has
/// no order (entities, properties, user info …), names are sorted. Contents of the archive that a model
/// file cannot express, such as a validation predicate that is not a minimum, maximum or pattern, are
/// reported as notes and omitted. Defaults are omitted as well: a renaming
/// identifier equal to the name, and fetch request flags that are on.
package struct CompiledModelReader {
  /// The rule of the notes about contents that a model file cannot express.
  package static let lossRule = "compiled-model-loss"

  private let path: String?
  private let archive: KeyedArchive
  private var diagnostics = DiagnosticCollector()
  private var budget: ReadingBudget

  /// The composites that are types of attributes, by name.
  var composites: [String: Composite] = [:]

  /// The model of a `.mom` file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file. A model cache of a store is the same, compressed.
  ///   - path: The path of the file, for notes.
  ///   - collector: The collector of notes.
  /// - Returns: The model, with names in the order of their code points.
  /// - Throws: A ``CompiledModelError`` for bytes that are not an archived model.
  package static func read(
    _ bytes: [UInt8],
    path: String? = nil,
    reportingTo collector: inout DiagnosticCollector
  ) throws(CompiledModelError) -> Model {
    do {
      var reader = try Self(bytes, path: path)
      let model = try reader.readModel()
      collector.report(contentsOf: reader.diagnostics.diagnostics)
      return model
    } catch let error as CompiledModelError {
      throw error
    } catch let error as PropertyListError {
      throw CompiledModelError("it is not a property list: \(error.message)")
    } catch {
      throw CompiledModelError("\(error)")
    }
  }

  private init(_ bytes: [UInt8], path: String?) throws {
    if bytes.starts(with: Array("momv2$".utf8)) {
      throw CompiledModelError(
        "it is an optimized model (.omo), which cannot be read; the .mom file beside it can"
      )
    }
    self.init(try KeyedArchive(try PropertyList(binary: bytes)), path: path)
  }

  init(_ archive: KeyedArchive, path: String? = nil) {
    self.path = path
    self.archive = archive
    budget = ReadingBudget(objectCount: archive.objects.count)
  }

  private mutating func readModel() throws -> Model {
    let root = try archive.root()
    guard root.isKind(of: "NSManagedObjectModel") else {
      throw CompiledModelError("it holds an object of \(root.class.name), not a model")
    }
    var model = Model()
    model.header.userDefinedModelVersionIdentifier = try versionIdentifier(of: root)
    model.entities = try entities(of: root)
    model.fetchRequests = try named("NSFetchRequestTemplates", of: root).map { entry in
      try fetchRequest(entry.object, name: entry.name, label: "fetch request '\(entry.name)'")
    }
    model.configurations = try configurations(of: root)
    model.composites = composites.values.sorted { $0.name.precedesByCodePoint($1.name) }
    return model
  }

  private mutating func versionIdentifier(of root: ArchivedObject) throws -> String? {
    let identifiers = try (elements("NSVersionIdentifiers", of: root) ?? [])
      .compactMap { try $0.string }
      .sortedByCodePoint()
    if identifiers.count > 1 {
      let others = identifiers.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
      note("the model has further version identifiers: \(others)")
    }
    return identifiers.first
  }

  private mutating func configurations(of root: ArchivedObject) throws -> [Configuration] {
    var configurations: [Configuration] = []
    for entry in try entries("NSConfigurations", of: root) where entry.name != Self.allEntities {
      guard let members = entry.value.object else { continue }
      var names: [String] = []
      for member in try elements(of: members) {
        try charge()
        if let name = try member.object?.string("NSEntityName") { names.append(name) }
      }
      configurations.append(
        Configuration(
          name: entry.name,
          members: names.sortedByCodePoint().map { PropertyReference($0) }
        )
      )
    }
    return configurations
  }

  /// The name under which Core Data keeps the configuration of all entities.
  private static let allEntities = "PF_DEFAULT_CONFIGURATION_NAME"
}

extension CompiledModelReader {
  /// Charges the budget for objects.
  mutating func charge(_ count: Int = 1) throws(CompiledModelError) {
    try budget.charge(count)
  }

  /// Reports contents that a model file cannot express.
  mutating func note(_ message: String) {
    diagnostics.report(
      Diagnostic(.note, rule: Self.lossRule, message, at: Place(path: path))
    )
  }
}
