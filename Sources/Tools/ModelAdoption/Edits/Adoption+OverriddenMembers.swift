import SwiftSource

// Members of extensions that subclasses override, which requires Objective-C.

extension Adoption {
  /// Whether subclasses override a member of an extension, or those in other modules may.
  func isOverridden(_ place: DeclarationPlace) -> Bool {
    let declaration = module.declaration(place)
    guard declaration.kind == .function || declaration.kind == .variable,
      declaration.attribute("_disfavoredOverload") == nil,
      declaration.attribute("NSManaged") == nil, declaration.attribute("nonobjc") == nil,
      !declaration.has("static"), !declaration.has("final")
    else { return false }
    let owner = module.ownerPath(of: place)
    guard module.type(owner)?.kind == .class else { return false }
    if declaration.has("open") { return true }
    let name = module.fullName(of: place)
    let isOfClass = module.isStatic(place)
    return (overrides[name] ?? []).contains { other in
      module.isStatic(other) == isOfClass
        && module.lineage(of: module.ownerPath(of: other)).dropFirst().contains(owner)
    }
  }

  /// The overrides in the sources that are compiled on Linux, by the full names of the members.
  func overridesByNames() -> [String: [DeclarationPlace]] {
    var overrides: [String: [DeclarationPlace]] = [:]
    for (file, adopted) in module.files.enumerated() where adopted.importedModule == nil {
      for (index, declaration) in adopted.declarations.enumerated()
      where declaration.has("override") && !adopted.source.isInactiveOnLinux(declaration.keyword) {
        let place = DeclarationPlace(file: file, index: index)
        overrides[module.fullName(of: place), default: []].append(place)
      }
    }
    return overrides
  }

  /// Writes the access level of an extension before its members that are moved out of it.
  mutating func adoptAccessLevels(in file: Int) {
    let declarations = module.files[file].declarations
    for (index, declaration) in declarations.enumerated() {
      let place = DeclarationPlace(file: file, index: index)
      guard let parent = declaration.parent, declarations[parent].kind == .extension,
        let access = declarations[parent].writtenAccess, ["public", "package"].contains(access),
        declaration.writtenAccess == nil, !missingOverrides.contains(place),
        module.type(declarations[parent].name)?.kind == .class,
        !module.files[file].source.isInactiveOnLinux(declaration.keyword),
        declaration.has("override") || isOverridden(place)
      else { continue }
      let first = declaration.modifiers.map(\.tokens.lowerBound).min() ?? declaration.keyword
      let start = module.files[file].source.tokens[min(first, declaration.keyword)].range.lowerBound
      replace(
        start..<start,
        of: file,
        with: access + " ",
        .overrides,
        "the access level of an extension is not that of its class"
      )
    }
  }

  /// Reports overrides of members that the sources declare in extensions of other modules' classes.
  mutating func reportOverridesOfExtensions(in file: Int) {
    for (index, declaration) in module.files[file].declarations.enumerated()
    where declaration.has("override")
      && !module.files[file].source.isInactiveOnLinux(declaration.keyword)
    {
      let place = DeclarationPlace(file: file, index: index)
      let name = module.fullName(of: place)
      let stem = String(name.prefix { $0 != "(" })
      let owner = module.ownerPath(of: place)
      let found = module.lineage(of: owner).dropFirst().first { current in
        guard module.type(current) == nil else { return false }
        let places =
          (module.functions[current] ?? [])
          + (module.variables[current]?[stem].map { [$0] } ?? [])
        return places.contains { other in
          module.fullName(of: other) == name && module.isStatic(other) == module.isStatic(place)
            && !module.declaration(other).has("override") && !module.isInactive(other)
        }
      }
      guard let found else { continue }
      missingOverrides.insert(place)
      report(
        .overrides,
        at: declaration.keyword,
        of: file,
        "'\(name)' is declared in an extension of '\(found)', and cannot be overridden on Linux",
        hint: "declare it in a class between '\(found)' and '\(owner)', or in a protocol that an "
          + "extension implements"
      )
    }
  }
}
