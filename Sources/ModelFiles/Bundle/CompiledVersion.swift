import ManagedModel

/// Reads a `.mom` file as a version of a model.
enum CompiledVersion {
  static func read(_ bytes: [UInt8]) -> ContentsReader.Reading {
    ContentsReader.Reading(model: nil, problems: [])
  }
}
