import Foundation

/// The parts of a target's `momgen.json` that the plugin uses.
///
/// The program itself validates these files completely; it cannot run while a build is planned.
struct TargetConfiguration {
  let models: [Model]

  struct Model: Decodable {
    let path: String
    let version: String?
    let outputs: [Output]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case path
      case version
      case outputs
    }

    init(from decoder: any Decoder) throws {
      // A model is its path alone, or an object with details.
      if let path = try? decoder.singleValueContainer().decode(String.self) {
        self.path = path
        version = nil
        outputs = []
        return
      }
      try decoder.refuseKeys(except: CodingKeys.allCases)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      path = try container.decode(String.self, forKey: .path)
      version = try container.decodeIfPresent(String.self, forKey: .version)
      outputs = try container.decodeIfPresent([Output].self, forKey: .outputs) ?? []
    }
  }

  struct Output: Decodable {
    let template: String
    let output: String?
    let configuration: String?
    let parameters: [String: Parameter]?
    let fileNames: [String: String]?
    let trim: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case template
      case output
      case configuration
      case parameters
      case fileNames
      case trim
    }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(except: CodingKeys.allCases)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      template = try container.decode(String.self, forKey: .template)
      output = try container.decodeIfPresent(String.self, forKey: .output)
      configuration = try container.decodeIfPresent(String.self, forKey: .configuration)
      parameters = try container.decodeIfPresent([String: Parameter].self, forKey: .parameters)
      fileNames = try container.decodeIfPresent([String: String].self, forKey: .fileNames)
      trim = try container.decodeIfPresent(String.self, forKey: .trim)
    }

    private init(template: String) {
      self.template = template
      output = nil
      configuration = nil
      parameters = nil
      fileNames = nil
      trim = nil
    }

    /// The defaults for a model without a configuration.
    static let standard = Output(template: "portable")

    /// The default if sources declare classes with `@NSManaged`, and expect Xcode's types in generated ones.
    static let besideCompanion = Output(template: "xcode")
  }

  /// The value of a template's parameter, as arguments of a command line.
  struct Parameter: Decodable {
    let words: [String]

    init(_ word: String) {
      words = [word]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        words = [String(flag)]
      } else if let number = try? container.decode(Int.self) {
        words = [String(number)]
      } else if let number = try? container.decode(Double.self) {
        words = [String(number)]
      } else if let list = try? container.decode([String].self) {
        words = list.isEmpty ? [""] : list
      } else {
        words = [try container.decode(String.self)]
      }
    }
  }

  /// The file itself.
  private struct File: Decodable {
    let models: [Model]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case models
      case outputs
      case sources
      case lint
    }

    init(from decoder: any Decoder) throws {
      try decoder.refuseKeys(except: CodingKeys.allCases)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      models = try container.decodeIfPresent([Model].self, forKey: .models) ?? []
      let outputs = try container.decodeIfPresent([Output].self, forKey: .outputs) ?? []
      guard outputs.allSatisfy({ $0.output != nil }) else {
        throw PluginError("the output of all models together needs an \"output\" folder")
      }
    }
  }

  init(_ file: URL) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      models = try decoder.decode(File.self, from: Data(contentsOf: file)).models
    } catch {
      throw PluginError("\(file.path): error: \(Self.reason(for: error))")
    }
  }
}
