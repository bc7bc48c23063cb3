import CorpusFiles
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

struct ScratchDump {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["DUMP"] != nil)) func dump() throws {
    let out = URL(filePath: "/tmp/pt/out")
    try? FileManager.default.removeItem(at: out)
    var names: [String: Int] = [:]
    for path in (Corpus.contents.map { $0.deletingLastPathComponent().path } + Corpus.samples) {
      guard let loaded = ModelLoader().load(path).loaded else { continue }
      let model = ContextModel(loaded)
      names[model.name, default: 0] += 1
      for set in ["portable", "stack"] {
        guard FileManager.default.fileExists(atPath: Corpus.package.appending(path: "Templates/\(set)/set.json").path) else { continue }
        for file in try RenderedSet(set, of: model).files {
          let url = out.appending(path: "\(model.name)\(names[model.name]!)/\(set)/\(file.path)")
          try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(file.text.utf8).write(to: url)
        }
      }
    }
  }
}

extension Corpus {
  static var samples: [String] {
    let models = package.appending(path: "Models")
    let walker = FileManager.default.enumerator(at: models, includingPropertiesForKeys: nil)
    return (walker?.compactMap { $0 as? URL } ?? [])
      .filter { $0.lastPathComponent == "contents" }.map { $0.deletingLastPathComponent().path }.sorted()
  }
}
