// torture-cluster: saves and reads through the module CoreData while nodes of a PostgreSQL cluster fail, and counts
// losses.
//
// `Cluster` starts three nodes under Patroni with three members of etcd on loopback, in a temporary folder, as
// an unprivileged user. `Client` is one of four processes, which run this program again. `Fault` is a fault
// of a node. `Ledger` collects the reports of the clients, and compares them with the database at the end.

import Foundation

signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.first == "client", words.count == 3, let number = Int(words[1]) {
    try Client(number, at: words[2]).run()
  } else {
    let options = try TortureOptions(words)
    let isSound = try Torture(options).run()
    exit(isSound ? 0 : 1)
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
