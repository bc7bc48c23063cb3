import CoreData
import Foundation
import LeagueModel

/// A query for one page of a long list: the search, the order, and the number of the page.
package struct ListQuery<Order: ListOrder>: Sendable, Hashable {
  /// The words to search for, each in any of the texts of a row; empty for all rows.
  package let search: String
  package let order: Order

  /// The number of the page, from 1.
  package var page: Int

  /// The number of rows on a page.
  package static var pageSize: Int { 50 }

  /// The maximum length of a search.
  package static var searchLimit: Int { 100 }

  package init(search: String = "", order: Order = .standard, page: Int = 1) {
    self.search = String(search.trimmed.prefix(Self.searchLimit))
    self.order = order
    self.page = min(max(page, 1), Int(Int32.max) / Self.pageSize)
  }

  /// The words to search for.
  var words: [String] { search.split(whereSeparator: \.isWhitespace).prefix(10).map(String.init) }
}

/// The orders of a list.
package protocol ListOrder: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The default order.
  static var standard: Self { get }
}

/// The orders of a list of teams.
package enum TeamOrder: String, ListOrder {
  case name
  case nameBackwards = "name-backwards"
  case color

  package static let standard = TeamOrder.name

  var descriptors: [NSSortDescriptor] {
    switch self {
    case .name: Team.byName
    case .nameBackwards: Team.byNameBackwards
    case .color: Team.byColor
    }
  }
}

/// The orders of a list of players.
package enum PlayerOrder: String, ListOrder {
  case lastName = "last-name"
  case lastNameBackwards = "last-name-backwards"
  case firstName = "first-name"
  case email
  case team

  package static let standard = PlayerOrder.lastName

  var descriptors: [NSSortDescriptor] {
    switch self {
    case .lastName: Player.byLastName
    case .lastNameBackwards: Player.byLastNameBackwards
    case .firstName: Player.byFirstName
    case .email: Player.byEmail
    case .team: Player.byTeam
    }
  }
}
