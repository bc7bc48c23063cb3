// Made by 'make templates' of the files in Templates/. Edit those.
// swift-format-ignore-file

extension BundledFile {
  static let all: [BundledFile] = [
  ]
}
