internal import ArgumentParser
internal import TesseraDevices
internal import TesseraScene

/// `tessera data`: access to the data of a running player, for shell scripts.
struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data", abstract: "Reads, sets and watches the data of a running scene with --data-socket.",
    discussion: """
      Each value is a line `path value`, each event a line `event name payload`. Texts are printed unchanged, other values as JSON; --json prints \
      the lines of the socket. Exit codes: 65 refused by the player; 66 no player is listening; 74 the player ended before it answered.
      """,
    subcommands: [Get.self, Set.self, Watch.self])

  /// Common options of the subcommands.
  struct Connection: ParsableArguments {
    @Argument(help: "Path of the socket.") var socket: String
    @Flag(help: "Prints JSON, as the socket sends it.") var json = false

    func open() throws(ToolError) -> LineClient {
      do throws(DeviceError) { return try LineClient(socket) } catch { throw ToolError(error) }
    }

    /// Prints a line of the socket. An error reply ends the tool.
    func show(_ line: LineBuffer.Line, isAlone: Bool = false) throws(ToolError) {
      guard case .text(let text) = line, let value = try? DataValue.parse(text), case .map(let pairs) = value else {
        throw ToolError(.badData, "\(socket) sent a line that is not from a player")
      }
      if case .text(let reason)? = pairs["error"] { throw ToolError(.badData, reason) }
      if case .text(let reason)? = pairs["warning"] { return StandardError.write("tessera: warning: \(reason)\n") }
      if json { return try StandardOutput.write(text + "\n") }
      if case .text(let name)? = pairs["event"] {
        return try StandardOutput.write("event \(name) \(Self.word(pairs["payload"]))\n")
      }
      let path = (pairs["path"] ?? .null).shown
      try StandardOutput.write(isAlone ? Self.word(pairs["value"]) + "\n" : "\(path) \(Self.word(pairs["value"]))\n")
    }

    /// Returns the value in one line.
    private static func word(_ value: DataValue?) -> String {
      let text = (value ?? .null).shown
      return text.utf8.contains(UInt8(ascii: "\n")) ? (value ?? .null).json : text
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints values.")
    @OptionGroup var connection: Connection
    @Argument(help: "Paths, such as room.target; default: all data.") var paths: [String] = []

    func run() throws {
      let client = try connection.open()
      for path in paths.isEmpty ? [""] : paths {
        try client.send(DataValue.map(["get": .text(path)]).json)
        guard let line = try client.next() else { throw ToolError(.inputOutput, "the player ended") }
        try connection.show(line, isAlone: paths.count <= 1)
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Sets values in one step.")
    @OptionGroup var connection: Connection
    @Argument(help: "Paths and values, such as room.target=21; a value is JSON, otherwise text.", transform: DataSettingArgument.checked)
    var settings: [DataSettingArgument]

    func run() throws {
      let client = try connection.open()
      var changes: [String: DataValue] = [:]
      for argument in settings { changes[argument.setting.path.description] = argument.setting.value }
      try client.send(DataValue.map(["set": .map(changes)]).json)
      // Lines are processed in order, so the reply to this request follows the result of the previous one.
      try client.send(DataValue.map(["get": .text(settings.first?.setting.path.description ?? "")]).json)
      while let line = try client.next() {
        guard case .text(let text) = line, case .map(let pairs)? = try? DataValue.parse(text) else { return }
        if case .text(let reason)? = pairs["error"] { throw ToolError(.badData, reason) }
        guard case .text(let reason)? = pairs["warning"] else { return }
        StandardError.write("tessera: warning: \(reason)\n")
      }
      throw ToolError(.inputOutput, "the player ended")
    }
  }

  struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints values now and after each change, until the player ends.")
    @OptionGroup var connection: Connection
    @Flag(help: "Also prints the events of the scene.") var events = false
    @Argument(help: "Paths, such as room.target.") var paths: [String] = []

    func validate() throws {
      if paths.isEmpty, !events { throw ValidationError("nothing to watch: paths, or --events") }
    }

    func run() throws {
      let client = try connection.open()
      if events { try client.send(DataValue.map(["events": .boolean(true)]).json) }
      for path in paths { try client.send(DataValue.map(["watch": .text(path)]).json) }
      while let line = try client.next() { try connection.show(line) }
    }
  }
}
