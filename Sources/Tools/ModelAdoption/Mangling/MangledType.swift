/// A class, structure, enumeration or protocol in symbols.
final class NominalType: Sendable {
  enum Kind: Sendable {
    case `class`
    case `struct`
    case `enum`
    case `protocol`

    /// The letter after the name in a symbol.
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

  /// The enclosing type.
  let parent: NominalType?

  /// The part of the name that distinguishes private types of different files.
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

  /// A unique key of the type.
  var key: String {
    "\(parent.map(\.key) ?? module).\(name)\(discriminator ?? "")\(kind.code)"
  }
}

/// A type in symbols.
indirect enum MangledType: Sendable {
  /// A type of the standard library with a one-letter abbreviation.
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

/// The private discriminator of a file: a digest of the module and the file name.
enum FileDiscriminator {
  static func of(file: String, module: String) -> String {
    "_" + MD5.hexadecimal(of: Array((module + file).utf8))
  }
}
