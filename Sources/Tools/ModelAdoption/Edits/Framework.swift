import SwiftSource

/// A framework of Apple's platforms, with the names by which sources use it.
struct Framework: Sendable {
  /// The name of the module.
  let name: String

  /// The beginning of the names of its types, before another capital letter.
  var prefix: String?

  /// Other names of types.
  var types: Set<String> = []

  /// Names that sources often have themselves: they count in a list of inherited types, in an extension, or behind
  /// `some` or `any`.
  var protocols: Set<String> = []

  /// Names that entities often have: they count if all models are known.
  var common: Set<String> = []

  /// Property wrappers and macros, behind an `@`.
  var attributes: Set<String> = []

  /// The frameworks whose names are visible with an import of a module.
  static let exports: [String: [String]] = [
    "Cocoa": ["AppKit"], "MapKit": ["MapKit", "CoreLocation", "UIKit", "AppKit"],
    "SwiftUI": ["SwiftUI", "UIKit", "AppKit", "Combine"],
    "WidgetKit": ["WidgetKit", "SwiftUI", "UIKit", "AppKit", "Combine"],
    "WatchKit": ["WatchKit", "UIKit"],
  ]

  static let all: [String: Self] = Dictionary(
    uniqueKeysWithValues: [
      swiftUI, appKit, combine, swiftData,
      Self(name: "UIKit", prefix: "UI"),
      Self(
        name: "AppIntents",
        protocols: ["AppEntity", "AppIntent", "AppShortcutsProvider", "EntityQuery"]
      ),
      Self(name: "CloudKit", prefix: "CK"),
      Self(name: "Contacts", prefix: "CN"),
      Self(name: "CoreLocation", prefix: "CL"),
      Self(name: "CoreSpotlight", prefix: "CS"),
      Self(name: "CoreGraphics", types: ["CGColor", "CGContext", "CGImage"]),
      Self(name: "EventKit", prefix: "EK"),
      Self(name: "HealthKit", prefix: "HK"),
      Self(name: "MapKit", prefix: "MK"),
      Self(name: "Photos", prefix: "PH"),
      Self(name: "StoreKit", prefix: "SK"),
      Self(name: "UserNotifications", prefix: "UN"),
      Self(name: "WatchKit", prefix: "WK"),
      Self(
        name: "WidgetKit",
        types: ["WidgetCenter", "WidgetBundle", "WidgetConfiguration"],
        protocols: ["Widget", "TimelineProvider", "TimelineEntry", "IntentTimelineProvider"]
      ),
    ].map { ($0.name, $0) }
  )

  private static let swiftUI = Self(
    name: "SwiftUI",
    types: [
      "EnvironmentValues", "FetchedResults", "LocalizedStringKey", "NSHostingController",
      "NSHostingView", "NSViewControllerRepresentable", "NSViewRepresentable",
      "SectionedFetchResults", "UIHostingController", "UIViewControllerRepresentable",
      "UIViewRepresentable",
    ],
    protocols: [
      "App", "ButtonStyle", "Commands", "DynamicProperty", "EnvironmentKey", "LabelStyle",
      "LibraryContentProvider", "PreferenceKey", "PreviewProvider", "Scene", "Shape",
      "ToggleStyle", "ToolbarContent", "View", "ViewModifier",
    ],
    common: ["Animation", "Binding", "Color", "Font", "Gradient", "Image", "Text"],
    attributes: [
      "AppStorage", "Binding", "Environment", "EnvironmentObject", "FetchRequest", "FocusState",
      "GestureState", "ObservedObject", "SceneStorage", "SectionedFetchRequest", "State",
      "StateObject", "ViewBuilder",
    ]
  )

  private static let appKit = Self(
    name: "AppKit",
    types: [
      "NSAlert", "NSApplication", "NSApplicationDelegate", "NSArrayController", "NSBezierPath",
      "NSButton", "NSCollectionView", "NSCollectionViewDataSource", "NSCollectionViewDelegate",
      "NSColor", "NSController", "NSDocument", "NSEvent", "NSFont", "NSImage", "NSMenu",
      "NSMenuItem", "NSObjectController", "NSOpenPanel", "NSOutlineView",
      "NSOutlineViewDataSource", "NSOutlineViewDelegate", "NSPasteboard", "NSPersistentDocument",
      "NSSavePanel", "NSScreen", "NSStoryboard", "NSTableCellView", "NSTableView",
      "NSTableViewDataSource", "NSTableViewDelegate", "NSTextField", "NSTextView",
      "NSTreeController", "NSView", "NSViewController", "NSWindow", "NSWindowController",
      "NSWindowDelegate", "NSWorkspace",
    ]
  )

  private static let combine = Self(
    name: "Combine",
    types: [
      "AnyCancellable", "AnyPublisher", "AnySubscriber", "ConnectablePublisher",
      "CurrentValueSubject", "ObservableObjectPublisher", "PassthroughSubject", "Publishers",
    ],
    protocols: ["Cancellable", "Publisher", "Subscriber"]
  )

  private static let swiftData = Self(
    name: "SwiftData",
    types: ["ModelContainer", "ModelContext", "PersistentModel"],
    attributes: ["Model", "ModelActor", "Query"]
  )

  /// Whether a token names something of the framework.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - source: The file.
  ///   - knowsEntities: Whether the models of the sources are known.
  /// - Returns: Whether it does, if the sources do not declare the name.
  func isUsed(at token: Int, in source: SwiftSourceFile, knowsEntities: Bool) -> Bool {
    let name = source.text(token)
    if attributes.contains(name), source.is(token - 1, "@") { return true }
    if common.contains(name) { return knowsEntities }
    if types.contains(name) { return true }
    if protocols.contains(name) {
      let signs: Set<String> = [":", ",", "some", "any", "&", "extension"]
      return signs.contains(source.text(token - 1)) && !source.is(token + 1, ":")
    }
    guard let prefix, name.hasPrefix(prefix) else { return false }
    let rest = name.dropFirst(prefix.count)
    return rest.first?.isUppercase == true && rest.dropFirst().first?.isLowercase == true
  }
}
