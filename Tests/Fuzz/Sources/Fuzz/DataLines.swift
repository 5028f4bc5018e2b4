import TesseraDevices
import TesseraKit
import TesseraScene

@testable import TesseraPlayer

private let liveScene = try? Scene.parse(
  text: """
    tessera: 1
    data: {t: 21.5, on: true, name: "a", rooms: [{id: a, n: 1}, {id: b, n: 2}]}
    root:
      type: box
      children:
        - {type: text, string: {bind: "format('%.1f', t) + (on ? ' a' : ' b')"}, fontSize: {bind: "min(max(t, 1), 30)"}}
        - {type: text, each: {bind: rooms, key: id, as: r}, when: r.n > 1, string: {bind: "rooms[index].id ?? 'none'"}}
        - {type: box, when: on, style: {width: {bind: t}}, children: [{type: editable-text, string: {bind: name}}]}
        - {type: table, style: {height: 40}, items: {bind: rooms}, key: id, item: {type: text, string: {bind: item.id}}}
    """, name: "live", registry: .standard)

/// Lines at the data socket, from two clients, whose values a scene shows; and the same bytes as a data file.
@Sendable func readData(_ input: [UInt8]) {
  do throws(SceneErrors) {
    let value = try DataValue.parse(String(decoding: input, as: UTF8.self))
    // What is written as JSON is read back as the same.
    guard let again = try? DataValue.parse(value.json) else { preconditionFailure("`\(value.json)` cannot be read back") }
    precondition(again == value, "`\(value.json)` is read back as another value")
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty, "an error that says nothing")
  }
  let data = SceneData()
  data.onProblem = { precondition(!$0.description.isEmpty, "an error that says nothing") }
  let clock = ManualClock()
  guard let root = try? liveScene?.makeRoot(data: data),
    let stage = try? Stage(size: Size(120, 90), root: root, clock: clock, workers: WorkerPool(threads: 0))
  else { fatalError("the scene cannot be shown") }
  let clients = DataClients<Int>(data) { reply, _ in
    // A reply is one line of JSON.
    guard !reply.line.contains(where: \.isNewline), let value = try? DataValue.parse(reply.line), case .map = value else {
      preconditionFailure("`\(reply.line)` is no line")
    }
  }
  data.onEvent = { clients.send($0) }
  try? stage.settle()
  var buffer = LineBuffer(limit: 1000)
  for (number, line) in buffer.append(input).prefix(64).enumerated() {
    clients.execute(line, from: number % 2)
    if number % 4 == 3 { try? stage.settle() }
  }
  clients.remove(0)
  try? stage.settle()
}
