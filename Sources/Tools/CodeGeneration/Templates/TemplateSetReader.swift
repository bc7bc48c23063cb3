import Diagnostics
import JSON5
import TemplateEngine

/// Reads a `set.json`, and reports everything that is wrong with it.
struct TemplateSetReader {
  private(set) var collector = DiagnosticCollector()

  /// The version of the program, for sets that require a newer one.
  let programVersion: String
  let loader: any TemplateLoader

  init(programVersion: String, loader: any TemplateLoader) {
    self.programVersion = programVersion
    self.loader = loader
  }

  private enum SetKey: String, CaseIterable {
    case summary
    case requires
    case trim
    case parameters
    case outputs
  }

  private enum OutputKey: String, CaseIterable {
    case name
    case template
    case each
    case file
    case mode
    case when
    case keepsFinalEmptyLines
  }

  /// Reads a set.
  ///
  /// - Parameters:
  ///   - bytes: The `set.json`.
  ///   - path: The path of that file, as diagnostics name it.
  ///   - name: The name of the set.
  ///   - origin: The origin of the set.
  /// - Returns: The set, or nil when it has errors.
  mutating func read(
    _ bytes: some Sequence<UInt8>,
    path: String,
    name: String,
    origin: TemplateSet.Origin
  ) -> TemplateSet? {
    let root: JSON5Value
    do throws(JSON5Error) {
      root = try JSON5Reader.read(bytes, path: path)
    } catch {
      collector.report(error.diagnostic)
      return nil
    }
    // Keys of a newer version must not be reported as mistakes.
    guard isForThisProgram(root),
      let object = JSON5Object<SetKey>(root, as: "a template set", into: &collector)
    else { return nil }
    let parameters = object.optional(.parameters, .members(of: .parameter), into: &collector)
    let outputs = object.required(.outputs, .list(of: .anything), into: &collector) ?? []
    let trim = object.optional(.trim, .choice(TrimBehaviour.self), into: &collector)
    let set = TemplateSet(
      name: name,
      origin: origin,
      summary: object.required(.summary, .nonemptyText, into: &collector) ?? "",
      parameters: .declared((parameters ?? []).compactMap { parameter($0) }),
      outputs: outputs.compactMap { output($0) },
      loader: loader,
      trim: trim ?? .smart
    )
    checkNames(of: set.outputs)
    return collector.hasErrors ? nil : set
  }

  // MARK: Versions

  /// Whether the program is new enough for the set, according to its `requires`.
  private mutating func isForThisProgram(_ root: JSON5Value) -> Bool {
    guard case .object(let members) = root.content,
      let required = members.first(where: { $0.name == SetKey.requires.rawValue })?.value,
      let text = JSON5Schema.text.read(required, into: &collector)
    else { return !collector.hasErrors }
    guard let needed = VersionNumber(text) else {
      report("'\(text.visible)' is not a version", at: required.place, hint: "such as '0.2'")
      return false
    }
    guard let version = VersionNumber(programVersion), version < needed else { return true }
    report(
      "the template set needs momgen \(text.visible) or later; this is \(programVersion)",
      at: required.place
    )
    return false
  }

  // MARK: Parameters

  private mutating func parameter(
    _ written: JSON5Named<ParameterDescription>
  ) -> TemplateParameter? {
    let name = written.name
    if name.isEmpty || name.contains(where: { "=.".contains($0) }) {
      report("a parameter's name is not empty and has no '=' and no '.'", at: written.place)
    }
    let kind = written.value.kind
    var defaultValue = kind.absentValue
    if let given = written.value.defaultValue {
      if let value = kind.value(given) {
        defaultValue = value
      } else {
        report("the default must be \(kind.expectation)", at: given.place)
      }
    }
    return TemplateParameter(
      name: name,
      summary: written.value.summary,
      kind: kind,
      defaultValue: defaultValue
    )
  }

  // MARK: Outputs

  private mutating func output(_ value: JSON5Value) -> TemplateOutput? {
    guard let object = JSON5Object<OutputKey>(value, as: "an output", into: &collector) else {
      return nil
    }
    let name = object.required(.name, .nonemptyText, into: &collector)
    let template = object.required(.template, .nonemptyText, into: &collector)
    let each = object.required(
      .each,
      .choice(TemplateOutput.Subject.self),
      into: &collector
    )
    let file = object.required(.file, .placedText, into: &collector)
    let mode = object.optional(.mode, .placedText, into: &collector)
    let condition = object.optional(.when, .placedText, into: &collector)
    let keepsEmptyLines = object.optional(.keepsFinalEmptyLines, .flag, into: &collector)
    if let template { check(template, at: object[.template]?.place ?? object.place) }
    if let mode, !mode.text.contains("{") {
      // A text without tags can be checked without a model.
      _ = object.optional(.mode, .choice(WriteMode.self), into: &collector)
    }
    guard let name, let template, let each, let file else { return nil }
    return TemplateOutput(
      name: name,
      template: template,
      each: each,
      file: .pattern(file),
      mode: mode ?? PlacedText(WriteMode.always.rawValue),
      condition: condition,
      finish: keepsEmptyLines == true ? .emptyLines : .oneLineFeed,
      place: object.place
    )
  }

  private mutating func check(_ template: String, at place: Place) {
    do throws(TemplateLoadingError) {
      _ = try loader.source(of: template)
    } catch {
      report(error.message, at: place, hint: error.hint)
    }
  }

  private mutating func checkNames(of outputs: [TemplateOutput]) {
    var names: Set<String> = []
    for output in outputs where !names.insert(output.name).inserted {
      report("two outputs are called '\(output.name.visible)'", at: output.place)
    }
  }

  private mutating func report(_ message: String, at place: Place, hint: String? = nil) {
    collector.report(
      Diagnostic(.error, rule: PlanRule.badSet.rawValue, message, at: place, hint: hint)
    )
  }
}

extension JSON5Schema where Value == PlacedText {
  /// A nonempty text with its position.
  fileprivate static let placedText = Self("a text that is not empty") { value, collector in
    JSON5Schema<String>.nonemptyText.read(value, into: &collector)
      .map { PlacedText($0, at: value.place) }
  }
}
