import SwiftSource

/// Reads the types in a source file for use in symbols.
struct TypeReader {
  let module: SourceModule
  private let file: AdoptedFile
  private let context: String
  private var position: Int
  private let end: Int
  private let depth: Int

  /// The reason why a type cannot be part of a symbol defined in another file.
  struct Failure: Error {
    let reason: String
  }

  /// Reads the type at some tokens of a file, for a declaration in the type named `context`.
  static func read(
    _ tokens: ClosedRange<Int>,
    of file: Int,
    in context: String,
    _ module: SourceModule,
    depth: Int = 0
  ) throws(Failure) -> MangledType {
    var reader = Self(module, file, context, tokens, depth)
    let type = try reader.readType()
    guard reader.position > tokens.upperBound else { throw reader.failure() }
    return type
  }

  private init(
    _ module: SourceModule,
    _ file: Int,
    _ context: String,
    _ tokens: ClosedRange<Int>,
    _ depth: Int
  ) {
    self.module = module
    self.file = module.files[file]
    self.context = context
    position = tokens.lowerBound
    end = tokens.upperBound
    self.depth = depth
  }

  private func failure(_ reason: String = "its type is of a form that is not supported") -> Failure
  {
    Failure(reason: reason)
  }

  private mutating func takes(_ text: StaticString) -> Bool {
    guard position <= end, file.source.is(position, text) else { return false }
    position += 1
    return true
  }

  private mutating func readType() throws(Failure) -> MangledType {
    guard depth + (end - position) < 200 else { throw failure() }
    while takes("@") { position += 1 }
    var type = try readSimpleType()
    while true {
      guard takes("?") || takes("!") else {
        return type
      }
      type = .optional(type)
    }
  }

  private mutating func readSimpleType() throws(Failure) -> MangledType {
    if takes("[") {
      let element = try readType()
      if takes(":") {
        let value = try readType()
        guard takes("]") else { throw failure() }
        return .generic(.standard(UInt8(ascii: "D")), [element, value])
      }
      guard takes("]") else { throw failure() }
      return .generic(.standard(UInt8(ascii: "a")), [element])
    }
    if takes("(") {
      let type = try readType()
      guard takes(")") else { throw failure() }
      return type
    }
    let isExistential = takes("any")
    guard position <= end, file.source.tokens[position].kind == .word else { throw failure() }
    var name = file.source.name(position)
    position += 1
    while position < end, file.source.is(position, "."), !file.source.is(position + 1, "Type") {
      name += "." + file.source.name(position + 1)
      position += 2
    }
    guard takes("<") else { return try type(named: name, isExistential) }
    var arguments: [MangledType] = []
    repeat { arguments.append(try readType()) } while takes(",")
    guard takes(">") else { throw failure() }
    return try Self.generic(name, arguments)
  }

  private static func generic(_ name: String, _ arguments: [MangledType]) throws(Failure)
    -> MangledType
  {
    let bare = name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    switch (bare, arguments.count) {
    case ("Array", 1): return .generic(.standard(UInt8(ascii: "a")), arguments)
    case ("Set", 1): return .generic(.standard(UInt8(ascii: "h")), arguments)
    case ("Dictionary", 2): return .generic(.standard(UInt8(ascii: "D")), arguments)
    case ("Optional", 1): return .optional(arguments[0])
    default: throw Failure(reason: "'\(name)' is a generic type")
    }
  }

  private func type(named name: String, _ isExistential: Bool) throws(Failure) -> MangledType {
    if let type = module.type(name, in: context) { return try declared(type) }
    if let type = TypeModules.type(name) { return type }
    if module.entity(ofClass: name) != nil {
      return .nominal(NominalType(.class, name, module: module.name))
    }
    throw failure(
      "the sources do not declare '\(name)', and it is not a known type of Foundation"
    )
  }

  private func declared(_ type: SourceType) throws(Failure) -> MangledType {
    let declaration = module.declaration(type.place)
    guard !declaration.isGeneric else { throw failure("'\(type.path)' is a generic type") }
    if type.kind == .alias {
      guard let result = declaration.result, depth < 50 else { throw failure() }
      return try Self.read(
        result,
        of: type.place.file,
        in: module.ownerPath(of: type.place),
        module,
        depth: depth + 1
      )
    }
    let nominal = try module.nominal(type)
    return type.kind == .protocol ? .protocol(nominal) : .nominal(nominal)
  }
}

extension SourceModule {
  /// A type of the sources for use in symbols.
  func nominal(_ type: SourceType) throws(TypeReader.Failure) -> NominalType {
    let declaration = declaration(type.place)
    var parent: NominalType?
    let owner = ownerPath(of: type.place)
    if !owner.isEmpty {
      guard let outer = self.type(owner) else {
        throw TypeReader.Failure(reason: "'\(owner)' is not declared in the sources")
      }
      parent = try nominal(outer)
    }
    let kind: NominalType.Kind =
      switch type.kind {
      case .class, .alias: .class
      case .struct: .struct
      case .enum: .enum
      case .protocol: .protocol
      }
    return NominalType(
      kind,
      declaration.name,
      module: files[type.place.file].importedModule ?? name,
      parent: parent,
      discriminator: discriminator(of: type.place)
    )
  }

  /// The discriminator of a private declaration; nil for one visible to other files, and inside a private type, whose
  /// own discriminator suffices.
  func discriminator(of place: DeclarationPlace) -> String? {
    guard isPrivate(place), !isHidden(ownerPath(of: place)) else { return nil }
    return FileDiscriminator.of(file: files[place.file].name, module: name)
  }

  /// Whether a declaration is private to its file by its own access level or that of its extension.
  func isPrivate(_ place: DeclarationPlace) -> Bool {
    isPrivate(declaration(place), in: place.file)
  }

  /// Whether a type or one around it is private to its file.
  func isHidden(_ path: String) -> Bool {
    var next = path
    while true {
      if let type = types[next], isPrivate(type.place) { return true }
      guard let dot = next.lastIndex(of: ".") else { return false }
      next = String(next[..<dot])
    }
  }
}

/// The modules of types of the standard library, Foundation and this package.
enum TypeModules {
  static func type(_ name: String) -> MangledType? {
    let modules = ["Swift.", "Foundation.", "CoreData."]
    let bare = modules.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    if let letter = letters[bare] { return .standard(letter) }
    if let code = builtins[bare] { return .builtin(code) }
    if standard.contains(bare) { return .nominal(NominalType(.struct, bare, module: "Swift")) }
    if essentials.contains(bare) {
      return .nominal(NominalType(.struct, bare, module: "FoundationEssentials"))
    }
    if bare == "IndexSet" { return .nominal(NominalType(.struct, bare, module: "Foundation")) }
    if coreData.contains(bare) { return .nominal(NominalType(.class, bare, module: "CoreData")) }
    if foundationClasses.contains(bare) {
      return .nominal(NominalType(.class, bare, module: "Foundation"))
    }
    return nil
  }

  private static let letters: [String: UInt8] = [
    "String": UInt8(ascii: "S"), "Int": UInt8(ascii: "i"), "UInt": UInt8(ascii: "u"),
    "Double": UInt8(ascii: "d"), "Float": UInt8(ascii: "f"), "Bool": UInt8(ascii: "b"),
    "TimeInterval": UInt8(ascii: "d"), "Float64": UInt8(ascii: "d"), "Float32": UInt8(ascii: "f"),
  ]

  private static let builtins = ["Any": "yp", "AnyObject": "yXl"]

  private static let standard: Set<String> = [
    "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "AnyHashable",
  ]

  private static let essentials: Set<String> = [
    "Date", "Data", "UUID", "URL", "Decimal", "Calendar", "TimeZone", "Locale", "DateComponents",
    "DateInterval", "IndexPath", "AttributedString",
  ]

  private static let coreData: Set<String> = [
    "NSManagedObject", "NSManagedObjectID", "NSManagedObjectContext", "NSEntityDescription",
    "NSPersistentStore",
  ]

  private static let foundationClasses: Set<String> = [
    "NSObject", "NSNumber", "NSDecimalNumber", "NSString", "NSMutableString", "NSDate", "NSData",
    "NSMutableData", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet", "NSArray",
    "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSURL", "NSUUID", "NSIndexSet",
    "NSMutableIndexSet", "NSAttributedString", "NSMutableAttributedString", "NSError", "NSNull",
    "NSValue", "NSLocale", "NSTimeZone", "NSCalendar", "NSDateComponents", "NSIndexPath",
    "NSCountedSet", "NSRegularExpression", "NSPredicate", "NSSortDescriptor", "NSExpression",
  ]
}
