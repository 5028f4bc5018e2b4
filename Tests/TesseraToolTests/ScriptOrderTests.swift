import Foundation
import Testing

/// Steps of a script at one moment, played by the tool.
@Suite struct ScriptOrderTests {
  private static let scene = """
    tessera: 1
    size: [240, 90]
    background: white
    data: {n: 0, t: "", shown: true}
    root:
      type: box
      id: root
      style: {flexDirection: column, padding: 8, gap: 8}
      children:
        - {type: button, id: b, title: {bind: "'n=' + n"}, on: {tap: [{send: {name: tap, payload: n}}, {set: {n: n + 1}}]}}
        - {type: editable-text, id: f, string: {bind: t}, fontSize: 16, style: {width: 220}, on: {change: {send: {name: text, payload: value}}}}
        - {type: editable-text, id: g, fontSize: 16, style: {width: 220}, on: {change: {send: {name: other, payload: value}}}}
    """

  /// Plays lines and returns the events of the scene, as `name payload`.
  private func events(_ script: String) throws -> [String] {
    let folder = try Folder()
    let scene = try folder.write(Self.scene, "scene.yaml")
    let outcome = try Tool.run(["run", scene, "--script", folder.write(script, "s.events")])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return try outcome.text.split(separator: "\n").map { line in
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return "\(event["event"] ?? "") \(event["payload"] ?? "")"
    }
  }

  @Test(arguments: [
    // Focus before typed text, whichever node had the focus.
    ("focus #f\ntext \"abc\"", ["text abc"]), ("focus #b\nkey enter", ["tap 0"]),
    ("focus #f\ntext \"a\"\nfocus #g\ntext \"b\"\nfocus #f\ntext \"c\"", ["text a", "other b", "text ac"]),
    // Data after keys, and before those that follow.
    ("wait 50ms\nfocus #b\nwait 50ms\nkey enter\ndata n 5\nkey enter", ["tap 0", "tap 5"]),
    ("focus #f\nwait 20ms\ntext \"hello\"\ndata t \"hello world\"\nkey end\ntext \"X\"", ["text hello", "text hello worldX"]),
    // Changes after a tap, removal after it, and before the next.
    ("wait 50ms\ntap #b\nset #b enabled false\ntap #b", ["tap 0"]), ("tap #b\nremove #b\nwait 100ms", ["tap 0"]),
    ("set #b enabled false\ntap #b\nset #b enabled true\ntap #b", ["tap 0"]),
    ("tap #b\ntap #b for 0\ndata n 7\ntap #b for 0", ["tap 0", "tap 1", "tap 7"]),
    // A node that was just put there is focused and typed into.
    (
      "add #root {type: editable-text, id: h, fontSize: 16, on: {change: {send: {name: new, payload: value}}}}\nfocus #h\ntext \"x\"",
      ["new x"]
    ),
    ("focus #f\ntext \"a\"\nremove #f\ntext \"b\"", ["text a"]),
    // The size first, then a touch that only it allows.
    (
      "resize 240x300\nadd #root {type: button, id: low, title: Low, style: {marginTop: 120}, on: {tap: {send: low}}}\ntap #low",
      ["low <null>"]
    ),
  ]) func stepsOfOneMomentHappenInOrder(script: String, events: [String]) throws {
    #expect(try self.events(script) == events)
  }

  @Test(arguments: [("b", "button"), ("f", "editable-text")]) func aNodeWithoutChildrenRefusesThem(id: String, type: String) throws {
    let folder = try Folder()
    let scene = try folder.write(Self.scene, "scene.yaml")
    let outcome = try Tool.run(["run", scene, "--script", folder.write("tap #b\nadd #\(id) {type: text, string: a}", "s.events")])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("s.events:2:1: error: `\(type)` cannot have children; put the `\(type)` and its children into a `box`"))
  }

  /// Colour of the pixel at the middle of a PPM of 100 x 20 pixels.
  private func middle(_ folder: Folder, _ name: String) throws -> [UInt8] {
    let pixels = try folder.data(name).suffix(100 * 20 * 3)
    return Array(pixels.dropFirst((10 * 100 + 50) * 3).prefix(3))
  }

  @Test(arguments: [
    // A transition of the layout, a spring of a property, a fade, keyframes with an end, and a load of the first picture.
    ("transition: {duration: 1, curve: linear}", "set #a marginLeft 30"),
    ("opacity: 0, motion: {opacity: {duration: 2}}", "set #a opacity 1"),
    ("opacity: 0, keyframes: {opacity: {duration: 1, frames: [0, 1]}}", "set #a opacity 1"),
  ]) func aPictureIsTakenWhenAllHasArrived(attributes: String, change: String) throws {
    let folder = try Folder()
    let scene = try folder.write(
      "{tessera: 1, size: [100, 20], background: white, root: {type: box, children: [{type: box, id: a, \(attributes), background: red, "
        + "style: {width: 40, height: 20, marginLeft: 0}}]}}", "scene.yaml")
    let marginIsMoved = attributes.hasPrefix("transition")
    let script = try folder.write(
      "\(marginIsMoved ? "" : "set #a marginLeft 30\n")\(change)\nscreenshot \(folder.path("now.ppm")) now\nscreenshot \(folder.path("rest.ppm"))\n",
      "s.events")
    let outcome = try Tool.run(["run", scene, "--script", script])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try middle(folder, "rest.ppm") == [255, 0, 0])
    #expect(try middle(folder, "now.ppm") != [255, 0, 0])
  }

  @Test(arguments: ["type: button, title: B", "type: box, pressable: true, background: gray", "type: switch, value: true, title: S"])
  func aPictureIsTakenAfterTheShownPress(node: String) throws {
    let folder = try Folder()
    let scene = try folder.write(
      "{tessera: 1, size: [100, 60], background: white, root: {type: box, children: [{\(node), id: b, style: {flexGrow: 1}}]}}",
      "scene.yaml")
    let pictures = ["now", "rest", "later"].map { folder.path("\($0).ppm") }
    let script = try folder.write(
      "touch #b\nwait 20ms\nscreenshot \(pictures[0]) now\nrelease\nscreenshot \(pictures[1])\nwait 3\nscreenshot \(pictures[2])\n",
      "s.events")
    let outcome = try Tool.run(["run", scene, "--script", script])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try folder.data("rest.ppm") == folder.data("later.ppm"))
    #expect(try folder.data("rest.ppm") != folder.data("now.ppm"))
  }

  @Test func waitsForRestDelayTheFollowingEvents() throws {
    let folder = try Folder()
    let scene = try folder.write(
      "{tessera: 1, size: [100, 20], root: {type: box, id: r, transition: {duration: 1}, children: [{type: box, id: a, background: red, "
        + "style: {width: 40, height: 20}}]}}", "scene.yaml")
    let script = try folder.write("set #a marginLeft 30\nwait rest\nwait 0.5\n", "s.events")
    let outcome = try Tool.run(["run", scene, "--script", script, "--fps", "10", "--record", folder.path("a.y4m")])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let video = try folder.data("a.y4m")
    let header = try #require(video.firstIndex(of: UInt8(ascii: "\n")))
    // 1 s until it rests, 0.5 s, and the first frame.
    #expect((video.count - header - 1) / (6 + 100 * 20 * 3 / 2) == 16)
    let short = try Tool.run(["run", scene, "--script", script, "--fps", "10", "--frames", "8"])
    #expect(short.status == 0 && short.errors.contains("the 8 frames end before that: line 2 was not reached"), "\(short.errors)")
  }

  @Test(arguments: [("focus", 4), ("fields", 4), ("scroll", 2)]) func examplesShowTheStatesThatTheirPicturesName(name: String, count: Int)
    throws
  {
    let folder = try Folder()
    let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples").standardizedFileURL
    let script = try String(contentsOf: examples.appending(path: "\(name).events"), encoding: .utf8)
    var names: [String] = []
    // Each picture at rest, and again after a second more: nothing but a caret has changed.
    let twice = script.split(separator: "\n").map { line in
      guard line.hasPrefix("screenshot ") else { return String(line) }
      let name = String(line.dropFirst(11))
      names.append(name)
      return "screenshot \(folder.path(name))\nwait 1\nscreenshot \(folder.path("later-" + name))"
    }
    let scene = examples.appending(path: "\(name).yaml").path
    let outcome = try Tool.run(["run", scene, "--script", folder.write(twice.joined(separator: "\n"), "s.events")])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(names.count == count)
    for name in names where name != "caret-menu.png" {
      #expect(try folder.data(name) == folder.data("later-" + name), "\(name) was in motion")
    }
    #expect(try Set(names.map { try folder.data($0) }).count == count, "two pictures show the same")
  }

  @Test func endlessMotionIsNotWaitedForAndLongMotionIsAWarning() throws {
    let folder = try Folder()
    func scene(_ attributes: String) throws -> String {
      try folder.write(
        "{tessera: 1, size: [100, 20], root: {type: box, children: [{type: spinner}, {type: editable-text, autofocus: true}, "
          + "{type: box, id: a, background: red, \(attributes), style: {width: 40, height: 20}}]}}", "scene.yaml")
    }
    let script = try folder.write("wait 0.1\nscreenshot \(folder.path("a.ppm"))\n", "s.events")
    let endless = try Tool.run(
      ["run", scene("keyframes: {opacity: {duration: 1, repeat: forever, frames: [0, 1]}}"), "--script", script, "--frames", "20"])
    #expect(endless.status == 0 && endless.errors == "", "\(endless.errors)")
    let long = try Tool.run(["run", scene("keyframes: {opacity: {duration: 60, frames: [0, 1]}}"), "--script", script, "--fps", "10"])
    #expect(
      long.status == 0 && long.errors.contains("s.events:2:1: warning: the scene still moves after 10 s; `screenshot FILE now`"),
      "\(long.errors)")
    #expect(folder.names.contains("a.ppm"))
  }
}
