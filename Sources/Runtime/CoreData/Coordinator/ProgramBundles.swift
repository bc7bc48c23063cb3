import Foundation

/// The bundles in which models are searched for by default.
enum ProgramBundles {
  /// The main bundle, all other loaded ones, and resource bundles beside the program.
  static var all: [Bundle] {
    let main = Bundle.main
    var paths: Set<String> = []
    return ([main] + Bundle.allBundles + Bundle.allFrameworks + resourceBundles)
      .filter { paths.insert($0.bundlePath).inserted }
  }

  /// The resource bundles of packages, which are beside the program.
  private static var resourceBundles: [Bundle] {
    let folder = Bundle.main.bundleURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted()
      .compactMap { Bundle(url: folder.appendingPathComponent($0)) }
  }
}
