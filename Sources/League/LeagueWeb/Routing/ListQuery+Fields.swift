import HTTPServer
import LeagueOperations

extension ListQuery {
  /// Parses the query of an address.
  init(_ fields: FormFields) {
    self.init(
      search: fields["q"] ?? "",
      order: fields["sort"].flatMap(Order.init(rawValue:)) ?? .standard,
      page: fields["page"].flatMap { Int($0) } ?? 1
    )
  }

  /// The fields for an address; defaults are omitted.
  var fields: [FormFields.Field] {
    var fields: [FormFields.Field] = []
    if !search.isEmpty { fields.append(.init(name: "q", value: search)) }
    if order != .standard { fields.append(.init(name: "sort", value: order.rawValue)) }
    if page != 1 { fields.append(.init(name: "page", value: "\(page)")) }
    return fields
  }

  /// The same query for another page.
  func page(_ number: Int) -> Self {
    var query = self
    query.page = number
    return query
  }
}
