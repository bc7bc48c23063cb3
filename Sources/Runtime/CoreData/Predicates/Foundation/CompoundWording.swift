import Foundation

/// Lets the compound predicates that Foundation makes say what they are.
///
/// `NSCompoundPredicate(andPredicateWithSubpredicates:)` and its like are Foundation's, and so are the objects
/// that they make; `predicateFormat` of these is `FALSEPREDICATE` on this platform, and their description an
/// address. Both are overridable members, found in the table of the class. The entries there are replaced by
/// those of a subclass that has the right words; nothing else of the class changes.
enum CompoundWording {
  /// Gives the classes their words.
  fileprivate static func install() {
    patch(NSCompoundPredicate.self, silent: SilentCompound.self, worded: WordedCompound.self)
    patch(NSPredicate.self, silent: SilentPredicate.self, worded: WordedPredicate.self)
  }

  /// Copies what one of two subclasses overrides, and the other one does not, into the class itself.
  private static func patch(_ original: AnyClass, silent: AnyClass, worded: AnyClass) {
    let entries = ClassTable(original)
    let inherited = ClassTable(silent)
    let wanted = ClassTable(worded)
    guard entries.count > 0, inherited.count >= entries.count, wanted.count >= entries.count else {
      return
    }
    for index in 0..<entries.count
    where entries[index] == inherited[index] && entries[index] != wanted[index] {
      entries[index] = wanted[index]
    }
  }
}

/// Called when the program is loaded, before there are any predicates.
@_cdecl("coredata_install_wording")
@usableFromInline func installWording() { CompoundWording.install() }

/// The part of a class behind its description: the addresses of its members and what else it has, as words.
private struct ClassTable {
  private let words: UnsafeMutablePointer<UInt>
  let count: Int

  /// The words before the description: kind, superclass, sizes, and the description itself.
  private static let headerWords = 6

  init(_ type: AnyClass) {
    // A metatype of a class is a pointer to its metadata.
    let start = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self)
    let bytes = UnsafeRawPointer(start)
    let size = Int(bytes.load(fromByteOffset: 32, as: UInt32.self))
    let addressPoint = Int(bytes.load(fromByteOffset: 36, as: UInt32.self))
    words = start + Self.headerWords
    count = max(0, (size - addressPoint) / MemoryLayout<UInt>.size - Self.headerWords)
  }

  subscript(index: Int) -> UInt {
    get { words[index] }
    nonmutating set { words[index] = newValue }
  }
}

private final class SilentCompound: NSCompoundPredicate {}

private final class WordedCompound: NSCompoundPredicate {
  override var predicateFormat: String { (try? tree)?.format ?? "FALSEPREDICATE" }
  override var description: String {
    do { return try tree.format } catch { return error.localizedDescription }
  }
}

private final class SilentPredicate: NSPredicate {}

private final class WordedPredicate: NSPredicate {
  override var description: String { (self as any FormatDescribing).formatOfPredicate }
}
