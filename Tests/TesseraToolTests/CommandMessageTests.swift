import Foundation
import Testing

/// Messages of the tool for mistakes that people make.
@Suite struct CommandMessageTests {
  @Test(
    arguments: [
      // Commands that do not exist, or are not complete.
      (
        ["help", "foo"], 64,
        "unknown command `foo`; commands: render, layout, tree, check, nodes, image, video, cameras, run, data, subtitles, tiles, map-style, message, localize"
      ),
      (["help", "rendr"], 64, "unknown command `rendr`; did you mean `tessera render`?"),
      (["help", "data", "gett"], 64, "unknown command `data gett`; did you mean `tessera data get`?"),
      (["data"], 64, "`tessera data` needs a command: get, set, watch"),
      (["data", "foo"], 64, "unknown command `data foo`; commands: get, set, watch"),
      (["show", "PLAIN"], 64, "unknown command `show`; did you mean `tessera run`?"),
      (["hello.yaml"], 64, "did you mean `tessera render hello.yaml -o hello.png` or `tessera run hello.yaml --display window`?"),
      (["a/b.json", "-o", "x.png"], 64, "did you mean `tessera render a/b.json -o x.png`?"),
      (["photo.png"], 64, "did you mean `tessera image photo.png`?"),
      (["a.events"], 64, "did you mean `tessera run SCENE --script a.events`?"),
      (["--foo"], 64, "unknown option `--foo`"),
      (["--verison"], 64, "unknown option `--verison`; did you mean `--version`?"),
      (["render", "PLAIN", "-o", "-", "--hlep"], 64, "unknown option `--hlep`; did you mean `--help`?"),
      (["render", "PLAIN", "-o", "-", "--set", "env.scheme=purple"], 64, "env.scheme must be light or dark, got purple"),
      // Values of options.
      (["render", "PLAIN", "-o", "-", "--scale", "-1"], 64, "--scale must be above 0 and at most 64 (got -1)"),
      (["render", "PLAIN", "-o", "-", "--scale", "-.5"], 64, "--scale must be above 0 and at most 64 (got -0.5)"),
      (["render", "PLAIN", "-o", "-", "--time", "-3"], 64, "--time must be 0 to 3600 seconds (got -3)"),
      (["render", "PLAIN", "-o", "-", "--timeout", "-1"], 64, "--timeout must be 0 to 3600 seconds (got -1)"),
      (["render", "PLAIN", "-o", "-", "--threads", "-2"], 64, "--threads must be 1 to 64 (got -2)"),
      (["render", "PLAIN", "-o", "-", "--rotate", "-90"], 64, "--rotate must be 0, 90, 180 or 270 (got `-90`)"),
      (
        ["render", "PLAIN", "-o", "-", "--size", "-1x5"], 64,
        "--size must be WIDTHxHEIGHT, such as 800x480 (got `-1x5`)"
      ),
      (["render", "PLAIN", "-o", "-", "--size", "400"], 64, "--size must be WIDTHxHEIGHT, such as 800x480 (got `400`)"),
      (["render", "PLAIN", "-o", "-", "--size", "99999x9"], 64, "--size 99999x9 is too large: a side may have 16384 pixels at most"),
      (["render", "PLAIN", "-o", "-", "--size", "9000x9", "--scale", "2"], 64, "--size 9000x9 at scale 2 is too large"),
      (["render", "PLAIN", "-o", "-", "--text-coverage", "5"], 64, "--text-coverage must be adjusted or exact (got `5`)"),
      (["render", "PLAIN", "-o", "-", "--set", "a"], 64, "--set must be PATH=VALUE, such as room.target=21 (got `a`)"),
      (["render", "PLAIN", "-o", "-", "--safe-area", "-1"], 64, "--safe-area must be one number from 0, or four"),
      (
        ["render", "PLAIN", "-o", "-", "--on-screen-keyboard", "xx"], 64,
        "--on-screen-keyboard: xx: unknown layout `xx`; valid are "
      ),
      (["run", "PLAIN", "--frames", "-3"], 64, "--frames must be 1 to 1000000 (got -3)"),
      (["run", "PLAIN", "--frames", "abc"], 64, "--frames must be a number (got `abc`)"),
      (["run", "PLAIN", "--frames", "1", "--fps", "-1"], 64, "--fps must be 1 to 1000 (got -1)"),
      (["layout", "PLAIN", "--depth", "-1"], 64, "--depth must be at least 1 (got -1)"),
      (
        ["layout", "PLAIN", "--available", "-5x3"], 64, "--available must be WIDTHxHEIGHT, such as 320xunlimited, or unlimited (got `-5x3`)"
      ),
      (["image", "x.png", "-o", "-", "--frame", "-1"], 64, "--frame must be 0 or more (got -1)"),
      (["render", "PLAIN", "-o", "-", "--language", "zz-"], 64, "--language must be a language tag such as de or ar-EG (got `zz-`)"),
      (["render", "PLAIN", "-o", "-", "--format", "foo"], 64, "--format must be argb8888, "),
      (["run", "PLAIN", "--frames"], 64, "--frames needs a value"),
      (["tree", "PLAIN", "--json=3"], 64, "--json takes no value (got `3`)"),
      // Names of options and arguments.
      (["render", "PLAIN", "--fnts", "/"], 64, "unknown option `--fnts`; did you mean `--fonts`?"),
      (["check", "PLAIN", "--profile", "q"], 64, "unknown option `--profile`\n"),
      (["render"], 64, "the argument <scene> is missing"),
      (["nodes", "a", "b"], 64, "unexpected argument `b`"),
      (["nodes", "a", "b", "c"], 64, "unexpected arguments `b`, `c`"),
      // Outputs.
      (["render", "PLAIN"], 64, "the output is missing: tessera render"),
      (["render", "PLAIN", "out.png"], 64, "the output needs -o: tessera render"),
      (["render", "PLAIN", "-o", "-", "more"], 64, "unexpected argument `more`"),
      (
        ["run", "PLAIN", "--frames", "1", "--record", "out.mp4"], 64,
        "the recording `out.mp4` must end in .y4m, or be - for standard output: YUV4MPEG2"
      ),
      (["run", "PLAIN", "--frames", "1", "--record", "out"], 64, "must end in .y4m"),
      (["run", "PLAIN", "--display", "y4m:out.mp4"], 64, "`y4m:out.mp4` must end in .y4m: YUV4MPEG2 is the only video format"),
      (["run", "PLAIN", "--display", "panel:out.jpg"], 64, "must end in .png"),
      (["run", "PLAIN", "--display", "screen"], 64, "unknown display `screen`"),
      (["run", "PLAIN", "--display", "windw"], 64, "did you mean `window`?"),
      (["run", "PLAIN", "--display", "fb:"], 64, "`fb:` must be fb or fb:/dev/fb1"),
      (["run", "PLAIN", "--display", "headless", "--script", "a"], 64, "--script cannot be combined with --display"),
      (["run", "PLAIN", "--memory", "16M", "--frames", "1"], 64, "--memory needs --display"),
      (["run", "PLAIN"], 64, "nothing to play: give --script"),
      // Cameras.
      (["cameras", "--capture", "0"], 64, "--capture must be 1 to 100000 (got 0)"),
      (["cameras", "--format", "YUYV"], 64, "--camera, --format, --control and -o need --capture"),
      (["cameras", "--capture", "1", "--format", "H264"], 64, "--format must be one of YUYV, UYVY, NV12"),
      (["cameras", "--capture", "1", "--size", "640"], 64, "--size must be a width and a height, such as 640x480 (got 640)"),
      (["cameras", "--capture", "1", "--control", "brightness"], 64, "--control must be a name and a number, such as brightness=140"),
      (["cameras", "--capture", "1", "--camera", "/dev/null"], 66, "no picture from camera /dev/null: it is not a camera"),
      (["cameras", "--capture", "1", "--camera", "/dev/none"], 66, "no picture from camera /dev/none: it is not plugged in"),
      // Types, and files that are missing: one form for all.
      (["nodes", "label"], 64, "unknown node type `label` (`tessera nodes` lists all); did you mean `text`?"),
      (["nodes", "xyzzyx"], 64, "unknown node type `xyzzyx` (`tessera nodes` lists all)"),
      (["render", "none.yaml", "-o", "-"], 66, "tessera: error: cannot open none.yaml: no such file"),
      (["layout", "none.yaml"], 66, "tessera: error: cannot open none.yaml: no such file"),
      (["run", "none.yaml", "--display", "headless"], 66, "tessera: error: cannot open none.yaml: no such file"),
      (["run", "PLAIN", "--script", "none.events"], 66, "tessera: error: cannot open none.events: no such file"),
      (["render", "PLAIN", "-o", "-", "--data", "none.json"], 66, "tessera: error: cannot open none.json: no such file"),
      (["render", "PLAIN", "-o", "-", "--fonts", "/none"], 66, "tessera: error: cannot open /none: no such file"),
      (["image", "none.png"], 66, "tessera: error: cannot open none.png: no such file"),
      (["data", "get", "none.socket"], 66, "no player is listening on it; start one with `--data-socket none.socket` first"),
      (["data", "get", "PLAIN"], 66, "it is not a socket"),
    ] as [([String], Int32, String)])
  func mistakesAreNamedWithTheRemedy(arguments: [String], status: Int32, message: String) throws {
    let arguments = arguments.map { $0 == "PLAIN" ? Tool.fixture("plain.yaml") : $0 }
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message) && outcome.errors.hasPrefix("tessera: error: "), "\(outcome.errors)")
  }

  @Test func recordingsGoToPipesOfAnyName() throws {
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml"), "--frames", "1", "--record", "/dev/null"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: [
    // A node without size, with its place.
    (
      "  style: {flexDirection: column}\n  children:\n    - {type: table, id: list, items: rows, item: {type: text, string: {bind: item}}, style: {width: 80}}",
      "the picture is empty: `table` `list` is 80 x 0; give it a height"
    ),
    (
      "  style: {flexDirection: column, alignItems: flex-start}\n  children:\n    - {type: box, background: red, style: {height: 20}}",
      "`box` is 0 x 20; give it a width"
    ),
    (
      "  children:\n    - {type: scroll, style: {width: 0, height: 0}, children: [{type: text, string: Hello}]}",
      "`scroll` is 0 x 0; give it a width and a height"
    ),
    // Nothing to complain of.
    ("  background: white", nil), ("  children: [{type: box, style: {width: 0, height: 0}}, {type: text, string: ''}]", nil),
    (
      "  children:\n    - {type: box, background: red, style: {width: 20, height: 0}}\n    - {type: box, background: lime, style: {width: 9, height: 9}}",
      nil
    ),
    ("  children: [{type: box, hidden: true, background: red, style: {width: 0}}]", nil),
  ]) func anEmptyPictureNamesTheNodeWithoutSize(body: String, message: String?) throws {
    let folder = try Folder()
    let scene = try folder.write("tessera: 1\nsize: [100, 60]\ndata: {rows: [a, b]}\nroot:\n  type: box\n\(body)\n", "scene.yaml")
    let outcome = try Tool.run(["render", scene, "-o", folder.path("a.png")])
    #expect(outcome.status == 0)
    if let message {
      #expect(outcome.errors.contains("scene.yaml:") && outcome.errors.contains(message), "\(outcome.errors)")
    } else {
      #expect(outcome.errors == "")
    }
    let strict = try Tool.run(["render", scene, "-o", folder.path("b.png"), "--strict"])
    #expect(strict.status == (message == nil ? 0 : 65))
    #expect(folder.names.contains("b.png") == (message == nil))
    let run = try Tool.run(["run", scene, "--frames", "1"])
    #expect(run.status == 0 && (run.errors == "") == (message == nil), "\(run.errors)")
  }
}
