import Foundation

/// The classes of the program by their names without module, found in the compiler's type records.
///
/// A model contains `Player` without the module of the class. On Apple's platforms the Objective-C runtime finds
/// classes by such names; here the type records of the program are read, once.
enum ProgramClasses {
  static let entriesByName = Dictionary(
    grouping: TypeRecords.entries { $1 == "C" },
    by: \.name
  )

  /// Returns the type with a name that `cast` accepts; of several the one in the program's own module, or else the
  /// one in the module whose name sorts first.
  static func type<Found>(named text: String, as cast: (Any.Type) -> Found?) -> Found? {
    let parts = text.split(separator: ".")
    guard let name = parts.last else { return nil }
    // Foundation prints a message for a name with more parts.
    if parts.count <= 2, let exact = NSClassFromString(text).flatMap({ cast($0) }) { return exact }
    let found = (entriesByName[String(name)] ?? []).compactMap { entry in
      entry.type.flatMap { cast($0) }.map { (module: entry.module, type: $0) }
    }
    let module = text.split(separator: ".").dropLast().joined(separator: ".")
    return
      (found.first { $0.module == module } ?? found.first { $0.module == ownModule }
      ?? found.first)?.type
  }

  /// The module of the program, which has the name of its executable.
  static let ownModule = Bundle.main.executableURL.map { url in
    url.lastPathComponent.replacingOccurrences(of: "-", with: "_")
  }
}
