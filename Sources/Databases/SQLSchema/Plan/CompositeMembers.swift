import ManagedModel

/// Flattens composites into the attributes that can be stored.
struct CompositeMembers {
  private let model: ResolvedModel
  private var found: [PlannedMember] = []
  private var visits = 0

  /// Nested composites multiply; no table could hold more members than this.
  private static let limit = 2_000
  private static let depthLimit = 64

  enum Failure: Error {
    case unknownComposite(String)
    case cycle(String)
    case tooManyMembers
  }

  /// The members of an attribute in the order of their names, with nested ones in their place.
  static func members(
    of attribute: Attribute,
    in model: ResolvedModel
  ) throws(Failure) -> [PlannedMember] {
    var members = Self(model: model)
    try members.collect(attribute, path: [], composites: [])
    return members.found
  }

  private init(model: ResolvedModel) {
    self.model = model
  }

  private mutating func collect(
    _ attribute: Attribute,
    path: [String],
    composites: [String]
  ) throws(Failure) {
    let name = attribute.compositeName ?? ""
    guard let composite = model.composite(named: name) else { throw .unknownComposite(name) }
    if composites.contains(name) { throw .cycle(name) }
    guard path.count < Self.depthLimit else { throw .tooManyMembers }
    let members = composite.attributes.sorted { $0.name.precedesByCodePoint($1.name) }
    for member in members where !member.isTransient && member.type != .undefined {
      visits += 1
      guard visits <= Self.limit else { throw .tooManyMembers }
      if member.type == .composite {
        try collect(member, path: path + [member.name], composites: composites + [name])
      } else {
        found.append(PlannedMember(path: path + [member.name], type: member.type))
      }
    }
  }
}
