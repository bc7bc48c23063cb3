import Diagnostics
import TemplateEngine

/// Templates that belong together, and the files generated with them.
///
/// A set describes itself in `set.json`, documented in `Templates/README.md`.
package struct TemplateSet: Sendable {
  /// The name of a bundled set, else the path by which the user named it.
  package let name: String
  package let origin: Origin

  /// A summary of the output of the set, in one line.
  package let summary: String
  package let parameters: Parameters

  /// The outputs, in the order of `set.json`.
  package let outputs: [TemplateOutput]

  /// The loader of its templates.
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

  /// Whether it is a single template instead of a folder.
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

/// A kind of file that a set generates.
package struct TemplateOutput: Sendable {
  /// Its name in messages and `--file-name`.
  package let name: String

  /// The template, by its path in the set.
  package let template: String
  package let each: Subject

  package var file: PathSource

  /// A template of the name of a ``WriteMode``.
  package let mode: PlacedText

  /// A condition in the syntax of an `if` tag; nil means always.
  package let condition: PlacedText?

  /// The post-processing of the text.
  package var finish = TextFinish.oneLineFeed

  /// The position at which the output is described.
  package let place: Place

  /// The part of a model that a file is made for.
  package enum Subject: String, Sendable, CaseIterable {
    case entity
    case model
    case all
  }

  /// The way in which the path of a file is determined.
  package enum PathSource: Sendable, Hashable {
    /// A template of the path.
    case pattern(PlacedText)
    /// The path itself.
    case fixed(String)
  }
}

/// The post-processing of rendered text.
package enum TextFinish: Sendable {
  /// Lines end in LF, the last one too, and there are no empty lines at the end.
  case oneLineFeed
  /// Lines end in LF, the last one too.
  case emptyLines
  /// None: every byte stays.
  case asRendered
}

/// A text from a file written by hand, and its position.
package struct PlacedText: Sendable, Hashable {
  package let text: String
  package let place: Place

  /// Its name in messages, if it is not in a file.
  package let title: String?

  package init(_ text: String, at place: Place = Place(), called title: String? = nil) {
    self.text = text
    self.place = place
    self.title = title
  }

  /// A message about the text, which names it if there is no position.
  func message(_ text: String) -> String {
    title.map { "\($0): \(text)" } ?? text
  }
}

/// The treatment of an existing file.
package enum WriteMode: String, Sendable, CaseIterable {
  /// It belongs to the user, and stays.
  case once
  /// It is replaced when it differs.
  case always
}

extension TemplateSet {
  /// The set of a single template, which is rendered once with the whole context, as in SwiftGen.
  ///
  /// - Parameters:
  ///   - path: The template.
  ///   - fileName: The name of the generated file.
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
