import Diagnostics
import TemplateEngine

/// Templates that belong together, and what is made with them.
///
/// `Templates/README.md` describes `set.json`, where a set says this of itself.
package struct TemplateSet: Sendable {
  /// The name of a bundled set, else the path by which the user named it.
  package let name: String
  package let origin: Origin

  /// The output of the set, in one line.
  package let summary: String
  package let parameters: Parameters

  /// The outputs, in the order of `set.json`.
  package let outputs: [TemplateOutput]

  /// The place of its templates.
  package let loader: any TemplateLoader

  /// The treatment of white space beside the tags of its templates.
  package var trim = TrimBehaviour.smart

  /// The origin of a set.
  package enum Origin: Sendable, Hashable {
    /// The program itself.
    case bundled
    /// A folder with a `set.json`.
    case folder(String)
    /// A single template.
    case file(String)
  }

  /// Whether it is one template, and no folder of them.
  var isSingleTemplate: Bool {
    if case .file = origin { true } else { false }
  }

  /// The parameters that a set takes.
  package enum Parameters: Sendable {
    case declared([TemplateParameter])
    /// Any parameter: a single template declares none.
    case any
  }
}

/// A kind of file that a set makes.
package struct TemplateOutput: Sendable {
  /// Its name in messages and `--file-name`.
  package let name: String

  /// The template, by its path in the set.
  package let template: String
  package let each: Subject

  package var file: PathSource

  /// A template of the name of a ``WriteMode``.
  package let mode: PlacedText

  /// A condition, as an `if` tag has it; none means always.
  package let condition: PlacedText?

  /// The treatment of the text.
  package var finish = TextFinish.oneLineFeed

  /// The position at which the output is described.
  package let place: Place

  /// The part of a model that a file is made for.
  package enum Subject: String, Sendable, CaseIterable {
    case entity
    case model
    case all
  }

  /// The template for the path of a file.
  package enum PathSource: Sendable, Hashable {
    /// A template of the path.
    case pattern(PlacedText)
    /// The path itself.
    case fixed(String)
  }
}

/// The treatment of the text of a template before it is written.
package enum TextFinish: Sendable {
  /// Lines end in LF, the last one too, and none is empty at the end.
  case oneLineFeed
  /// Lines end in LF, the last one too.
  case emptyLines
  /// Nothing: every byte stays.
  case asRendered
}

/// A text from a file that people write, and where it stands.
package struct PlacedText: Sendable, Hashable {
  package let text: String
  package let place: Place

  /// Its name in messages, where it is not in a file.
  package let title: String?

  package init(_ text: String, at place: Place = Place(), called title: String? = nil) {
    self.text = text
    self.place = place
    self.title = title
  }

  /// A message about it, which says what it is about where no place does.
  func message(_ text: String) -> String {
    title.map { "\($0): \(text)" } ?? text
  }
}

/// The treatment of an existing file.
package enum WriteMode: String, Sendable, CaseIterable {
  /// It is the user's, and stays.
  case once
  /// It is replaced when it differs.
  case always
}

extension TemplateSet {
  /// The set of one template, which is rendered once with the whole context, as SwiftGen does it.
  ///
  /// - Parameters:
  ///   - path: The template.
  ///   - fileName: The name of what it makes.
  /// - Returns: The set.
  static func single(_ path: String, making fileName: String) -> TemplateSet {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    return TemplateSet(
      name: path,
      origin: .file(path),
      summary: "",
      parameters: .any,
      outputs: [
        TemplateOutput(
          name: "file",
          template: name,
          each: .all,
          file: .fixed(fileName),
          mode: PlacedText(WriteMode.always.rawValue),
          condition: nil,
          finish: .asRendered,
          place: Place(path: path)
        )
      ],
      loader: FolderLoader([folder])
    )
  }
}
