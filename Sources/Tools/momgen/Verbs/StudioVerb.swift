import CommandLineParsing
import Diagnostics
import Files
import ModelEditing
import ModelFiles
import StoreMigration

/// `momgen studio`: shows a model and a store in the browser.
///
/// The server is the program `momgen-studio`, which replaces this process: momgen itself starts without the
/// libraries of a web server.
enum StudioVerb: Verb {
  static let command = Command(
    "studio",
    "Edit a model or show a store in a browser.",
    discussion: """
      Prints the address to open, which ends in a secret; only programs on this machine that use it get an answer. The \
      pages show the versions of the model, its entities with their tables in each database, its diagram, and reviews \
      of versions; forms change it, and 'Save' writes the files as Xcode does. Pages are updated when another program \
      changes the files.

      A store is shown with its entities, tables of objects that a predicate filters, each object with its \
      relationships, the history, and the findings of 'momgen verify'. STORE may be the URL of a PostgreSQL \
      database.

      A store is only read unless --edit is given. Then forms insert, change and delete objects; 'Save' checks \
      the rules of the model, copies the store before the first save, and does not overwrite changes of other \
      programs.

      Edits that are not saved are lost when the program ends. SIGINT (Ctrl-C) and SIGTERM end it.

      The program momgen-studio must be in the folder of momgen or in PATH; it is for Linux.
      """,
    group: "Writing",
    operands: [
      Operand(
        .path(
          "PLACE",
          extensions: "xcdatamodeld",
          "xcdatamodel",
          "sqlite",
          "sqlite3",
          "db"
        ),
        count: .optional,
        "A model, a store, or a folder with one of them; by default the current folder."
      )
    ],
    options: [
      .value(
        "store",
        .path("STORE", extensions: "sqlite", "sqlite3", "db"),
        "The store to show with a model, which has the version of the store."
      ),
      .flag("create", "Create the model; 'Save' writes its files."),
      .flag("edit", "Allow edits of objects of the store."),
      .flag(
        "no-backup",
        "Make no copy of the store before the first save; a store on a server has no file to copy, and needs this."
      ),
      .value(
        "port",
        .integer("PORT", in: 0...65_535),
        default: "0",
        "The port; 0 chooses a free one."
      ),
      .flag("no-open", "Do not open a browser."),
    ],
    examples: [
      Example("momgen studio League.xcdatamodeld", "Edit a model."),
      Example("momgen studio --create League.xcdatamodeld", "Create a model."),
      Example("momgen studio League.sqlite", "Show a store with the model that it contains."),
      Example(
        "momgen studio League.xcdatamodeld --store League.sqlite",
        "Edit a model beside one of its stores."
      ),
      Example("momgen studio League.sqlite --edit", "Edit the objects of a store."),
      Example(
        "momgen studio --no-open --port 8081",
        "Edit the model of this folder on a fixed port."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    do throws(DiagnosticError) {
      let subject = try StudioSubject(
        at: arguments.operand("PLACE") ?? ".",
        store: arguments.value("store"),
        isNew: arguments.has("create")
      )
      let editing = try subject.editing(
        isEdited: arguments.has("edit"),
        makesBackup: !arguments.has("no-backup")
      )
      let programs = try StudioPrograms()
      let words = [
        programs.server, subject.model ?? "", subject.store ?? "",
        String(arguments.integer("port") ?? 0), programs.generator,
        arguments.has("no-open") ? "closed" : "open", editing,
      ]
      var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      // Returns only if it fails.
      execv(programs.server, &list)
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.studio.rawValue,
          "cannot start momgen-studio: \(String(cString: strerror(errno)))",
          at: Place(path: programs.server),
          hint: "it must be beside momgen: install both"
        )
      )
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: error.diagnostic.rule == "studio" ? .usage : .badModel,
        environment: environment
      )
    }
  }
}

/// The model and the store that the studio shows: at least one of them.
struct StudioSubject {
  /// The path of the model.
  private(set) var model: String?

  /// The path or the URL of the store.
  private(set) var store: String?

  private static let modelExtensions = ["xcdatamodeld", "xcdatamodel"]
  private static let storeExtensions = ["sqlite", "sqlite3", "db"]

  /// - Parameters:
  ///   - place: The path of a model, a store or a folder, or the URL of a store.
  ///   - store: An additional store.
  ///   - isNew: Whether the path is that of a model to be created.
  /// - Throws: The reason why the expression is missing.
  init(at place: String, store: String?, isNew: Bool) throws(DiagnosticError) {
    self.store = store
    if isNew {
      try create(place.trimmingSlashes)
      return
    }
    if ServerPlace(place) != nil {
      try take(store: place)
      return
    }
    let path = place.trimmingSlashes
    let kind = FileReader().kind(of: path)
    let pathExtension = PathName(FileReader().namedPath(of: path)).fileExtension
    if kind == .file, !Self.modelExtensions.contains(pathExtension) {
      guard DatabaseHeader.isDatabase(path) else {
        throw Self.failure(
          "it is neither a model nor a store",
          at: path,
          hint: "a model ends in .xcdatamodeld; a store is an SQLite database"
        )
      }
      try take(store: path)
      return
    }
    guard kind == .folder, !Self.modelExtensions.contains(pathExtension) else {
      _ = try BundleReader().read(path)
      model = path
      return
    }
    try find(in: path)
  }

  private mutating func create(_ path: String) throws(DiagnosticError) {
    do throws(EditProblem) {
      _ = try EditedBundle(newAt: path)
    } catch {
      throw Self.failure(error.message, at: path, hint: error.hint ?? "")
    }
    model = path
  }

  private mutating func take(store place: String) throws(DiagnosticError) {
    guard store == nil else {
      throw Self.failure(
        "two stores are named",
        at: ServerPlace(place)?.path ?? place,
        hint: "with --store, name the model"
      )
    }
    store = place
  }

  /// Finds the only model in a folder, or, without one, its only store.
  private mutating func find(in folder: String) throws(DiagnosticError) {
    let names = (try? FileReader().names(in: folder)) ?? []
    func paths(_ extensions: [String]) -> [String] {
      names.filter { extensions.contains(PathName($0).fileExtension) }
        .map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
    let models = paths(Self.modelExtensions)
    let stores = paths(Self.storeExtensions)
    if models.count == 1 {
      model = models[0]
    } else if models.isEmpty, stores.count == 1, store == nil {
      store = stores[0]
    } else {
      let isAboutStores = models.isEmpty && store == nil
      let found = isAboutStores ? stores : models
      throw Self.failure(
        found.isEmpty
          ? "there is no model in the folder"
          : "the folder has \(found.count) \(isAboutStores ? "stores" : "models")",
        at: folder,
        hint: found.isEmpty
          ? "create one with 'momgen studio --create Model.xcdatamodeld'"
          : "name one of them: " + found.map(\.visible).joined(separator: ", ")
      )
    }
  }

  /// The argument that tells whether the store may be edited.
  ///
  /// - Throws: A missing option: a store, or the permission to edit a store on a server without a copy.
  func editing(isEdited: Bool, makesBackup: Bool) throws(DiagnosticError) -> String {
    guard isEdited else {
      guard makesBackup else {
        throw Self.failure("--no-backup is for --edit", at: store ?? "", hint: "add --edit")
      }
      return "read"
    }
    guard let store else {
      throw Self.failure(
        "there is no store to edit",
        at: model ?? "",
        hint: "name one, or add --store; models are edited without --edit"
      )
    }
    if makesBackup, let server = ServerPlace(store) {
      throw Self.failure(
        "a store on a server cannot be copied before a change",
        at: server.path,
        hint: "make a copy with pg_dump, and add --no-backup"
      )
    }
    return makesBackup ? "edit" : "edit-without-backup"
  }

  private static func failure(_ message: String, at path: String, hint: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .error,
        rule: RunRule.studio.rawValue,
        message,
        at: Place(path: path),
        hint: hint.isEmpty ? nil : hint
      )
    )
  }
}

/// The programs of the studio.
struct StudioPrograms {
  let server: String

  /// The path of this program, which writes reviews; empty if it is unknown.
  let generator: String

  init() throws(DiagnosticError) {
    let generator = Self.ownPath ?? ""
    self.generator = generator
    let folder = generator.lastIndex(of: "/").map { String(generator[..<$0]) }
    let folders = (folder.map { [$0] } ?? []) + Self.searched
    guard
      let server = folders.lazy.map({ $0 + "/momgen-studio" }).first(where: {
        access($0, X_OK) == 0
      })
    else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.studio.rawValue,
          "the program momgen-studio is not installed",
          at: Place(),
          hint: "build it with 'swift build --product momgen-studio', and put it beside momgen"
        )
      )
    }
    self.server = server
  }

  private static var searched: [String] {
    guard let path = getenv("PATH") else { return [] }
    return String(cString: path).split(separator: ":").map(String.init)
  }

  private static var ownPath: String? {
    guard let real = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
