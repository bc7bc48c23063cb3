/// A named selection of a model's entities.
///
/// The configuration `Default`, of all entities, is never written.
package struct Configuration: Sendable, Hashable {
  package var name: String
  package var usedWithCloudKit: Bool?
  package var members: [PropertyReference]
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    usedWithCloudKit: Bool? = nil,
    members: [PropertyReference] = [],
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.usedWithCloudKit = usedWithCloudKit
    self.members = members
    self.source = source
    self.spelling = spelling
  }
}

/// A named group of attributes that other attributes can have as their type.
package struct Composite: Sendable, Hashable {
  package var name: String
  package var attributes: [Attribute]
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    attributes: [Attribute] = [],
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.attributes = attributes
    self.source = source
    self.spelling = spelling
  }
}

/// Key-value pairs attached to a part of the model for other tools, in the order of the file.
package struct UserInfo: Sendable, Hashable {
  package var entries: [UserInfoEntry]
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    entries: [UserInfoEntry] = [],
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.entries = entries
    self.source = source
    self.spelling = spelling
  }

  /// The value of the last entry with the given key.
  package subscript(key: String) -> String? {
    entries.last { $0.key == key }?.value
  }
}

/// One key and its value in a user info.
package struct UserInfoEntry: Sendable, Hashable {
  package var key: String
  package var value: String
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    key: String,
    value: String,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.key = key
    self.value = value
    self.source = source
    self.spelling = spelling
  }
}
