import Foundation

/// Replaces descriptions of Foundation's compound predicates.
///
/// `NSCompoundPredicate(andPredicateWithSubpredicates:)` and similar are Foundation's, and so are the objects that
/// they create; `predicateFormat` of these is `FALSEPREDICATE` on this platform, and their description an address.
/// Both are overridable members in the virtual table of the class. The entries there are replaced by those of a
/// subclass that overrides them; nothing else of the class changes.
enum DescriptionPatch {
  /// Patches the classes, or reports on standard error that their layout is unknown.
  fileprivate static func install() {
    if let problem = ClassMetadata.problem {
      let message =
        "CoreData: error: this version of Swift has another layout of classes (\(problem)): "
        + "compound predicates have Foundation's descriptions\n"
      FileHandle.standardError.write(Data(message.utf8))
      return
    }
    patch(NSCompoundPredicate.self, by: PatchedCompound.self, asIn: UnpatchedCompound.self)
    patch(NSPredicate.self, by: PatchedPredicate.self, asIn: UnpatchedPredicate.self)
  }

  /// Copies the overrides that one of two subclasses has, and the other one has not, into the class itself.
  private static func patch(_ original: AnyClass, by patched: AnyClass, asIn plain: AnyClass) {
    let entries = ClassMetadata(original).members
    let inherited = ClassMetadata(plain).members
    let wanted = ClassMetadata(patched).members
    guard inherited.count >= entries.count, wanted.count >= entries.count else { return }
    for index in entries.indices
    where entries[index] == inherited[index] && entries[index] != wanted[index] {
      entries[index] = wanted[index]
    }
  }
}

/// Called when the program is loaded, before there are any predicates.
@_cdecl("coredata_install_descriptions")
@usableFromInline func installDescriptions() { DescriptionPatch.install() }

private final class UnpatchedCompound: NSCompoundPredicate {}

private final class PatchedCompound: NSCompoundPredicate {
  override var predicateFormat: String { (try? tree)?.format ?? "FALSEPREDICATE" }
  override var description: String {
    do { return try tree.format } catch { return error.localizedDescription }
  }
}

private final class UnpatchedPredicate: NSPredicate {}

private final class PatchedPredicate: NSPredicate {
  override var description: String { (self as any FormatDescribing).formatOfPredicate }
}
