import CodeGeneration
import CommandLineParsing
import Diagnostics
import TemplateEngine

/// The models and outputs on a command line of the verbs that generate, check and list.
///
/// Jobs from any source are passed to the `GenerationPipeline`.
struct GenerationRequest {
  var jobs: [GenerationJob] = []
  var diagnostics: [Diagnostic] = []

  /// The configuration file, if one was read.
  var configurationPath: String?
}

extension GenerationRequest {
  /// Creates the job that the arguments describe.
  init(_ arguments: ParsedArguments) {
    let version = arguments.value("model-version")
    let models = arguments.operands("MODEL").map { ModelReference($0, version: version) }
    guard !models.isEmpty else {
      report("MODEL is missing")
      return
    }
    jobs = [
      GenerationJob(
        models: models,
        template: TemplateReference(arguments.value("template") ?? ""),
        parameters: parameters(arguments),
        fileNames: fileNames(arguments),
        configuration: arguments.value("configuration"),
        output: arguments.value("output"),
        trim: arguments.value("trim").flatMap(TrimBehaviour.init(rawValue:)),
        seesEnvironment: arguments.has("env")
      )
    ]
  }

  private func parameters(_ arguments: ParsedArguments) -> [GivenParameter] {
    let given = arguments.values("param").map { GivenParameter(word: $0) }
    return arguments.has("all") ? given + [GivenParameter("all", .bare)] : given
  }

  private mutating func fileNames(_ arguments: ParsedArguments) -> [GivenFileName] {
    var names: [GivenFileName] = []
    for word in arguments.values("file-name") {
      guard let equals = word.firstIndex(of: "=") else {
        report(
          "'\(word.visible)' is not NAME=PATTERN",
          hint: "as in --file-name 'class={{ entity.fileName }}.swift'"
        )
        continue
      }
      let output = String(word[..<equals])
      names.append(
        GivenFileName(
          output: output,
          pattern: PlacedText(
            String(word[word.index(after: equals)...]),
            called: "--file-name \(output.visible)"
          )
        )
      )
    }
    return names
  }

  mutating func report(_ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
    )
  }
}
