/// A class, structure, enumeration or protocol, as symbols name it.
final class NominalType: Sendable {
  enum Kind: Sendable {
    case `class`
    case `struct`
    case `enum`
    case `protocol`

    /// The letter behind the name in a symbol.
    var code: String {
      switch self {
      case .class: "C"
      case .struct: "V"
      case .enum: "O"
      case .protocol: "P"
      }
    }
  }

  let kind: Kind
  let module: String
  let name: String

  /// The type that it is nested in.
  let parent: NominalType?

  /// The part of the name that tells private types of several files apart.
  let discriminator: String?

  init(
    _ kind: Kind,
    _ name: String,
    module: String,
    parent: NominalType? = nil,
    discriminator: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.module = module
    self.parent = parent
    self.discriminator = discriminator
  }

  /// A text that no other type has.
  var key: String {
    "\(parent.map(\.key) ?? module).\(name)\(discriminator ?? "")\(kind.code)"
  }
}

/// A type as symbols describe it.
indirect enum MangledType: Sendable {
  /// A type of the standard library that has a letter of its own.
  case standard(UInt8)

  /// `Any` or `AnyObject`.
  case builtin(String)
  case nominal(NominalType)
  case `protocol`(NominalType)
  case optional(MangledType)
  case generic(MangledType, [MangledType])

  var key: String {
    switch self {
    case .standard(let letter): "S\(letter)"
    case .builtin(let code): code
    case .nominal(let type), .protocol(let type): type.key
    case .optional(let wrapped): "\(wrapped.key)?"
    case .generic(let base, let arguments):
      "\(base.key)<\(arguments.map(\.key).joined(separator: ","))>"
    }
  }
}

/// The private discriminator of a file: a digest of the module and the name of the file.
enum FileDiscriminator {
  static func of(file: String, module: String) -> String {
    "_" + MD5.hexadecimal(of: Array((module + file).utf8))
  }
}
