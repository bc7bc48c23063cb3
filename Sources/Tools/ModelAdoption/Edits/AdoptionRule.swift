/// A kind of edit that makes a file compile on Linux as well.
package enum AdoptionRule: String, CaseIterable, Sendable {
  case keyPaths = "key-paths"
  case objectiveC = "objective-c"
  case overrides
  case casts
  case literals
  case names
  case imports
  case accessors
  case unavailable

  /// The name of the rule in diagnostics.
  package var id: String { "adopt-\(rawValue)" }

  package var summary: String {
    switch self {
    case .keyPaths: "#keyPath is replaced by its string."
    case .objectiveC: "@objc, @objcMembers and #selector are used only with Objective-C."
    case .overrides: "Overrides in extensions move into the class."
    case .casts:
      "Casts between types of fetch requests work without Objective-C."
    case .literals: "Foundation's sets are created by initializers, not by array literals."
    case .names:
      "Names that belong to other modules on Linux than on Apple's platforms are qualified."
    case .imports: "Modules that Linux lacks are imported and used only where they exist."
    case .accessors:
      "@NSManaged declarations that a companion cannot support have an explicit accessor on Linux."
    case .unavailable: "Interfaces that Linux lacks are not used."
    }
  }
}

/// A change of a file.
package struct AdoptionEdit: Sendable {
  package let rule: AdoptionRule

  /// The bytes to replace.
  package let range: Range<Int>
  package let replacement: String

  /// The position of the cause, and a message about it.
  package let offset: Int
  package let message: String
}

/// Code that does not compile on Linux, and that no edit can fix.
package struct AdoptionFinding: Sendable {
  package let rule: AdoptionRule
  package let offset: Int
  package let message: String
  package let hint: String
}

/// The outcome of adopting one file.
package struct AdoptedText: Sendable {
  package let path: String

  /// The text after the edits.
  package let bytes: [UInt8]
  package let edits: [AdoptionEdit]
  package let findings: [AdoptionFinding]
}
