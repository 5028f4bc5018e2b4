/// Times, sizes and places of the samples of a track: the boxes of `stbl`. A value.
struct MP4Tables {
  /// Number of samples with the same value.
  struct Run {
    var count: Int
    var value: Int
  }

  /// Sample with its times in units of the track.
  struct Entry {
    var offset: Int
    var size: Int
    var decodeTime: Int
    var shift: Int
    var duration: Int
    var isKey: Bool
  }

  private var durations: [Run] = []
  private var shifts: [Run] = []
  private var chunks: [(first: Int, count: Int, description: Int)] = []
  private var offsets: [Int] = []
  private var sizes: [Int] = []
  /// Size of all samples; 0 if `sizes` has them.
  private var usualSize = 0
  private var count = 0
  /// Numbers of the key samples, from 1; nil if all are.
  private var keys: [Int]?

  /// Reads the tables.
  ///
  /// - Parameter limit: maximum number of samples.
  init(_ table: MP4Box, limit: Int) throws(ContainerProblem) {
    try table.forEach { box throws(ContainerProblem) in try add(box, limit) }
  }

  private mutating func add(_ box: MP4Box, _ limit: Int) throws(ContainerProblem) {
    var box = box
    switch box.kind {
    case "stts": durations = try Self.runs(&box)
    case "ctts": shifts = try Self.runs(&box)
    case "stsc": try addChunks(&box)
    case "stsz", "stz2": try addSizes(&box, limit)
    case "stco", "co64":
      let width = box.kind == "co64" ? 8 : 4
      offsets = []
      for _ in 0..<(try Self.count(&box, width)) { offsets.append(Int(clamping: try box.content.unsigned(width))) }
    case "stss":
      var keys: [Int] = []
      for _ in 0..<(try Self.count(&box, 4)) { keys.append(try box.content.word()) }
      self.keys = keys
    default: break
    }
  }

  /// Reads version and number of entries, which must fit into the box.
  private static func count(_ box: inout MP4Box, _ width: Int) throws(ContainerProblem) -> Int {
    _ = try box.readVersion()
    let count = try box.content.word()
    guard count <= box.content.left / width else {
      throw .corrupt("\(box.content.name) has \(count) entries, and room for \(box.content.left / width)")
    }
    return count
  }

  private static func runs(_ box: inout MP4Box) throws(ContainerProblem) -> [Run] {
    var runs: [Run] = []
    // Writers store negative numbers also in version 0.
    for _ in 0..<(try count(&box, 8)) { runs.append(Run(count: try box.content.word(), value: try box.content.signedWord())) }
    return runs
  }

  private mutating func addChunks(_ box: inout MP4Box) throws(ContainerProblem) {
    chunks = []
    for _ in 0..<(try Self.count(&box, 12)) {
      let (first, count, description) = (try box.content.word(), try box.content.word(), try box.content.word())
      guard first >= 1, first > chunks.last?.first ?? 0 else {
        throw .corrupt("\(box.content.name) has chunk \(first) after chunk \(chunks.last?.first ?? 0)")
      }
      chunks.append((first, count, description))
    }
  }

  private mutating func addSizes(_ box: inout MP4Box, _ limit: Int) throws(ContainerProblem) {
    _ = try box.readVersion()
    let field = try box.content.word()
    count = try box.content.word()
    let width = box.kind == "stsz" ? 32 : field & 255
    guard [4, 8, 16, 32].contains(width) else {
      throw .corrupt("\(box.content.name) has sizes of \(width) bits, where 4, 8 and 16 are possible")
    }
    guard count <= limit else { throw .tooLarge("\(box.content.name) has \(count) samples; the limit is \(limit)") }
    usualSize = box.kind == "stsz" ? field : 0
    sizes = []
    guard usualSize == 0 else { return }
    guard (count * width + 7) / 8 <= box.content.left else {
      throw .corrupt("\(box.content.name) has \(count) sizes, and room for \(box.content.left * 8 / width)")
    }
    sizes.reserveCapacity(count)
    while sizes.count < count {
      if width == 4 {
        let both = try box.content.byte()
        sizes.append(both >> 4)
        if sizes.count < count { sizes.append(both & 15) }
      } else {
        sizes.append(Int(try box.content.unsigned(width / 8)))
      }
    }
  }

  /// Calls `body` with each sample in order of decoding, and ends where the tables do.
  func forEach(_ body: (Entry) -> Void) throws(ContainerProblem) {
    var (index, time, key) = (0, 0, 0)
    var (duration, shift) = (RunCursor(durations), RunCursor(shifts))
    for (chunk, offset) in zip(chunks, chunks.dropFirst().map(\.first) + [offsets.count + 1]) {
      guard chunk.first <= offsets.count else { break }
      guard chunk.description <= 1 else { throw .unsupported("samples of chunk \(chunk.first) have another format than the first one") }
      for number in chunk.first..<max(chunk.first, min(offset, offsets.count + 1)) {
        var place = offsets[number - 1]
        for _ in 0..<chunk.count {
          guard index < count else { return }
          let size = usualSize > 0 ? usualSize : sizes[index]
          index += 1
          var isKey = keys == nil
          if let keys {
            while key < keys.count, keys[key] < index { key += 1 }
            isKey = key < keys.count && keys[key] == index
          }
          let length = duration.next() ?? 0
          body(Entry(offset: place, size: size, decodeTime: time, shift: shift.next() ?? 0, duration: length, isKey: isKey))
          // Negative durations contradict the order of decoding.
          time = time.addingReportingOverflow(max(0, length)).partialValue
          place = Int(clamping: UInt(bitPattern: place).addingReportingOverflow(UInt(size)).partialValue)
        }
      }
    }
  }

  /// Position in a list of runs. After the last one its value is repeated.
  private struct RunCursor {
    private let runs: [Run]
    private var index = 0
    private var used = 0

    init(_ runs: [Run]) { self.runs = runs }

    mutating func next() -> Int? {
      while index < runs.count, used >= runs[index].count { (index, used) = (index + 1, 0) }
      guard index < runs.count else { return runs.last?.value }
      used += 1
      return runs[index].value
    }
  }
}
