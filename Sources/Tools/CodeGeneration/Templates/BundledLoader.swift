import Diagnostics
import TemplateEngine

/// The templates of a bundled set.
struct BundledLoader: TemplateLoader {
  private let files: [String: BundledFile]

  init(_ files: [BundledFile]) {
    self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func source(of name: String) throws(TemplateLoadingError) -> TemplateSource {
    guard let file = files[name] else {
      throw TemplateLoadingError(
        "there is no template '\(name.visible)'",
        hint: Suggestion.didYouMean(name, among: files.keys.sorted())
      )
    }
    return TemplateSource(text: file.text, path: "\(file.set)/\(file.path)")
  }
}
