import Foundation

/// What the plugin needs to know of a target's `momgen.json`.
///
/// The program itself reads these files with more care; it cannot be run while a build is planned.
struct TargetConfiguration {
  let models: [Model]

  struct Model: Decodable {
    let path: String
    let version: String?
    let outputs: [Output]

    private enum CodingKeys: CodingKey {
      case path
      case version
      case outputs
    }

    init(from decoder: any Decoder) throws {
      // A model is its path alone, or an object that says more.
      if let path = try? decoder.singleValueContainer().decode(String.self) {
        self.path = path
        version = nil
        outputs = []
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      path = try container.decode(String.self, forKey: .path)
      version = try container.decodeIfPresent(String.self, forKey: .version)
      outputs = try container.decodeIfPresent([Output].self, forKey: .outputs) ?? []
    }
  }

  struct Output: Decodable {
    let template: String
    var output: String?
    var configuration: String?
    var parameters: [String: Parameter]?
    var fileNames: [String: String]?

    /// What is made of a model when nobody says otherwise.
    static let standard = Output(template: "portable")
  }

  /// The value of a template's parameter, as the words of a command line.
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

  init(_ file: URL) throws {
    struct File: Decodable {
      let models: [Model]?
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      models = try decoder.decode(File.self, from: Data(contentsOf: file)).models ?? []
    } catch {
      throw PluginError(
        "\(file.path): error: the file cannot be read (\(error)); 'momgen check' beside it says more"
      )
    }
  }
}
