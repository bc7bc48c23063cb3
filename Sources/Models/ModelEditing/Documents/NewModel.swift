import ManagedModel
import ModelFiles
import Texts

extension Model {
  /// A model without entities, as Xcode's template has it.
  ///
  /// The version of Xcode is left out: none has saved the file.
  package static var new: Model {
    var header = ModelHeader()
    header.type = "com.apple.IDECoreDataModeler.DataModel"
    header.documentVersion = "1.0"
    header.minimumToolsVersion = "Automatic"
    header.sourceLanguage = "Swift"
    header.userDefinedModelVersionIdentifier = ""
    return Model(header: header)
  }
}

/// `.xccurrentversion` as Xcode writes it.
enum WrittenCurrentVersion {
  static func bytes(_ name: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>\(MarkupText.escaped(name)).xcdatamodel</string>
      </dict>
      </plist>

      """.utf8
    )
  }
}
