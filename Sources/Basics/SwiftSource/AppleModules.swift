/// The modules that exist on Apple's platforms only.
package enum AppleModules {
  package static let all: Set<String> = [
    "Accelerate", "ActivityKit", "AppIntents", "AppKit", "AVFoundation", "AVKit",
    "BackgroundTasks", "Charts", "CloudKit", "Cocoa", "Combine", "Contacts", "ContactsUI",
    "CoreGraphics", "CoreImage", "CoreLocation", "CoreML", "CoreMotion", "CoreServices",
    "CoreSpotlight", "CoreText", "CryptoKit", "Darwin", "EventKit", "GameplayKit", "HealthKit",
    "Intents", "LinkPresentation", "LocalAuthentication", "MapKit", "MessageUI",
    "MobileCoreServices", "Network", "ObjectiveC", "OSLog", "os", "Photos", "PhotosUI",
    "QuartzCore", "QuickLook", "SafariServices", "Security", "Social", "SpriteKit", "StoreKit",
    "SwiftData", "SwiftUI", "SystemConfiguration", "TipKit", "UIKit", "UniformTypeIdentifiers",
    "UserNotifications", "Vision", "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit",
  ]
}
