import Testing

@testable import TesseraScene

@Suite struct DataValueTests {
  @Test(arguments: ["", "room", "room.temperature", "rooms[2].name", "a['x y'].b", "ä.ö"]) func aPathRoundTrips(text: String) {
    #expect(DataPath(text)?.description == text)
  }

  @Test(arguments: [".", "a.", "a..b", "a[", "a[x]", "a b", "a[0]b", "a['x]"]) func invalidPathsAreRejected(text: String) {
    #expect(DataPath(text) == nil)
  }

  @Test func settingMakesMapsAndAppendsToLists() throws {
    var data = DataValue.map([:])
    try data.set(.number(21), at: DataPath(["room", "target"]))
    try data.set(.list([.number(1)]), at: DataPath(["list"]))
    try data.set(.number(2), at: DataPath(["list", "1"]))
    try data.set(.number(5), at: DataPath(["list", "0"]))
    #expect(data.json == #"{"list":[5,2],"room":{"target":21}}"#)
    #expect(throws: DataError("`5` is not an index of `list`, a list of 2, nor the index after its last")) {
      try data.set(.null, at: DataPath(["list", "5"]))
    }
    #expect(throws: DataError("`room.target` is a number, which has no `x`")) {
      try data.set(.null, at: DataPath(["room", "target", "x"]))
    }
    let deep = DataPath(Array(repeating: "a", count: 40))
    #expect(throws: DataError.self) { try data.set(.null, at: deep) }
    #expect(data.json == #"{"list":[5,2],"room":{"target":21}}"#)
  }

  @Test func jsonRoundTrips() throws {
    let text = #"{"a":[1,-2.5,true,null,"x\n\"🦜"],"b":{"c":""},"d":"12"}"#
    #expect(try DataValue.parse(text).json == text)
    #expect(try DataValue.parse("a: yes\nb: ~\nc: 0x10").json == #"{"a":"yes","b":null,"c":16}"#)
  }

  @Test(arguments: [("{a: [1, .inf]}", 1, 9), ("{\"a\": 1, \"a\": 2}", 1, 10), ("[1, 2", 2, 1)]) func errorsOfBadDataHaveTheirPlace(
    text: String, line: Int, column: Int
  ) {
    let errors = #expect(throws: SceneErrors.self) { try DataValue.parse(text) }
    #expect(errors?.errors.first?.line == line && errors?.errors.first?.column == column, "\(errors?.description ?? "")")
  }

  @Test func dataAreBoundedInDepth() {
    let text = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(throws: SceneErrors.self) { try DataValue.parse(text) }
  }

  @Test func anIndexOfPathsFindsReadersAndReleasesMemory() {
    var index = PathIndex()
    let paths: [[String]] = [["a"], ["a", "b"], ["a", "b", "0"], ["a", "c"], [], ["x"]]
    for (number, path) in paths.enumerated() { index.add(number, at: path) }
    func found(_ keys: [String]) -> Set<Int> {
      var result: Set<Int> = []
      index.find(keys) { result.insert($0) }
      return result
    }
    #expect(found(["a", "b"]) == [0, 1, 2, 4])
    #expect(found(["a", "b", "0", "name"]) == [0, 1, 2, 4])
    #expect(found(["a", "d"]) == [0, 4])
    #expect(found([]) == [0, 1, 2, 3, 4, 5])
    for (number, path) in paths.enumerated() { index.remove(number, at: path) }
    #expect(index.count == 1 && found([]) == [])
  }

  /// Compares with a search over all pairs.
  @Test(arguments: 1...20) func theIndexAgreesWithComparingAllPaths(seed: Int) {
    var numbers = SceneFuzzTests.Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    func path() -> [String] { (0..<numbers.next(5)).map { _ in ["a", "b", "0"][numbers.next(3)] } }
    var index = PathIndex()
    var paths: [Int: [String]] = [:]
    for number in 0..<80 {
      if numbers.next(4) == 0, let old = paths.keys.sorted().first, let path = paths.removeValue(forKey: old) {
        index.remove(old, at: path)
      }
      paths[number] = path()
      index.add(number, at: paths[number] ?? [])
      let changed = path()
      var found: Set<Int> = []
      index.find(changed) { found.insert($0) }
      #expect(found == Set(paths.filter { DataPath($0.value).touches(DataPath(changed)) }.keys))
    }
  }
}
