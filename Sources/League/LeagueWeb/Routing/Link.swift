import HTTPServer

/// An address on this site: a route and a query.
struct Link: Hashable, Sendable {
  let route: Route

  /// The fields of the query, in their order.
  var fields: [FormFields.Field] = []

  init(_ route: Route, _ fields: [FormFields.Field] = []) {
    self.route = route
    self.fields = fields
  }

  var text: String {
    let query = fields.map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    return route.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
