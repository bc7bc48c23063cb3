import HTTPServer

/// The meaning of an address of the studio, after its token.
enum StudioRoute: Sendable, Hashable {
  case overview
  case entity(String)
  case composite(String)
  case diagram
  case changes
  case review
  case style
  case script
  case icon
  case events

  /// The pages of a store.
  case store(StoreRoute)

  /// Forms: an edit, another version, and actions on all edits.
  case edit
  case command
  case move
  case version
  case undo
  case redo
  case save
  case reload

  /// Parses the segments of a path after the token; nil if there is no such page.
  init?(_ segments: ArraySlice<String>) {
    let segments = Array(segments)
    switch (segments.first ?? "", segments.count) {
    case ("", 0...1): self = .overview
    case ("entity", 2): self = .entity(segments[1])
    case ("composite", 2): self = .composite(segments[1])
    case ("store", _):
      guard let route = StoreRoute(segments.dropFirst()) else { return nil }
      self = .store(route)
    case (let word, 1):
      guard let route = Self.plain.first(where: { $0.word == word }) else { return nil }
      self = route
    default: return nil
    }
  }

  private static let plain: [StudioRoute] = [
    .diagram, .changes, .review, .style, .script, .icon, .events, .edit, .command, .move, .version,
    .undo, .redo, .save, .reload,
  ]

  private var word: String {
    switch self {
    case .overview, .entity, .composite, .store: ""
    case .diagram: "diagram"
    case .changes: "changes"
    case .review: "review"
    case .style: "style.css"
    case .script: "script.js"
    case .icon: "icon.svg"
    case .events: "events"
    case .edit: "edit"
    case .command: "command"
    case .move: "move"
    case .version: "version"
    case .undo: "undo"
    case .redo: "redo"
    case .save: "save"
    case .reload: "reload"
    }
  }

  /// The path after the token.
  var path: String {
    switch self {
    case .entity(let name): "entity/\(PercentEncoding.encode(name))"
    case .composite(let name): "composite/\(PercentEncoding.encode(name))"
    case .store(let route): route.path
    default: word
    }
  }

  var takesForms: Bool {
    switch self {
    case .edit, .command, .move, .version, .undo, .redo, .save, .reload: true
    case .store(let route): route.takesForms
    default: false
    }
  }

  /// The page of the form.
  init?(back form: FormFields) {
    guard let back = form["back"] else { return nil }
    let segments = back.split(separator: "/", omittingEmptySubsequences: false).map { part in
      PercentEncoding.decode(Array(part.utf8)[...], plusIsSpace: false) ?? ""
    }
    guard let route = StudioRoute(segments[...]), !route.takesForms else { return nil }
    self = route
  }
}
