import CoreData

extension Customer {
  @objc dynamic var openInvoices: [Invoice] { (invoices as? Set<Invoice> ?? []).filter { !$0.paid } }
}
