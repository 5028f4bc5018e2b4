/// Entry of an edit list: a part of the track, or a pause. A value.
struct MP4Edit: Sendable, Hashable {
  /// Length in units of the movie; 0: to the end.
  var duration: Int
  /// First time of the track that is shown, in units of the track; -1: nothing is shown.
  var start: Int

  /// Maximum number of entries.
  private static let limit = 10_000

  /// Reads a box `elst`. The rate of an entry is ignored.
  static func list(_ box: MP4Box) throws(ContainerProblem) -> [MP4Edit] {
    var box = box
    let isLong = try box.readVersion().version == 1
    let count = try box.content.word()
    let room = box.content.left / (isLong ? 20 : 12)
    guard count <= room, count <= limit else {
      throw .corrupt("\(box.content.name) has \(count) entries; there is room for \(room), and the limit is \(limit)")
    }
    var edits: [MP4Edit] = []
    for _ in 0..<count {
      let duration = isLong ? try box.content.long() : try box.content.word()
      let start = isLong ? try box.content.signedLong() : try box.content.signedWord()
      try box.content.skip(4)
      edits.append(MP4Edit(duration: duration, start: start))
    }
    return edits
  }
}

/// Samples of a track in the order of an edit list.
struct MP4Timeline {
  private(set) var samples: [MediaSample] = []
  private let timescale: Double
  private let movieScale: Double
  /// Seconds of all samples, if an edit list does not cut them.
  private var length: Double?

  /// Maximum number of samples with the repetitions of an edit list.
  static let limit = 2_000_000

  /// Applies the edits.
  ///
  /// - Parameters:
  ///   - entries: samples in order of decoding.
  ///   - timescale: units a second of the samples.
  ///   - movieScale: units a second of the durations of edits.
  init(_ entries: [MP4Tables.Entry], _ edits: [MP4Edit], timescale: Int, movieScale: Int) throws(ContainerProblem) {
    (self.timescale, self.movieScale) = (Double(max(1, timescale)), Double(max(1, movieScale)))
    let parts = edits.contains { $0.start >= 0 } ? edits : edits + [MP4Edit(duration: 0, start: 0)]
    samples.reserveCapacity(entries.count)
    if edits.count <= 1 { length = entries.reduce(0) { $0 + Double(max(0, $1.duration)) } / self.timescale }
    var begin = 0.0
    for part in parts {
      let length = Double(part.duration) / self.movieScale
      if part.start >= 0 { try add(entries, part, begin, edits.isEmpty) }
      begin += length
    }
    setDurations()
  }

  /// Sets the seconds until the next picture, which differ from those until the next sample where the rate varies.
  private mutating func setDurations() {
    let order = samples.indices.filter { !samples[$0].isHidden }.sorted { samples[$0].time < samples[$1].time }
    for (index, next) in zip(order, order.dropFirst()) where samples[next].time > samples[index].time {
      samples[index].duration = samples[next].time - samples[index].time
    }
    // The last picture ends with the track.
    guard order.count == samples.count, let first = order.first, let last = order.last, let length else { return }
    let rest = samples[first].time + length - samples[last].time
    if rest > 0 { samples[last].duration = rest }
  }

  /// Adds the samples of one edit, which is shown at `begin` seconds. Those that precede it since a key sample are hidden.
  private mutating func add(_ entries: [MP4Tables.Entry], _ part: MP4Edit, _ begin: Double, _ isWhole: Bool) throws(ContainerProblem) {
    let start = Double(part.start)
    // Half a unit more: durations of edits are rounded.
    let end = isWhole || part.duration == 0 ? Double.infinity : start + Double(part.duration) / movieScale * timescale + 0.5
    var first = 0
    if !isWhole {
      for (index, entry) in entries.enumerated() where entry.isKey {
        if Double(entry.decodeTime &+ entry.shift) > start { break }
        first = index
      }
    }
    var rest = first
    for index in first..<entries.count where Double(entries[index].decodeTime &+ entries[index].shift) < end { rest = index + 1 }
    guard samples.count + rest - first <= Self.limit else {
      throw .tooLarge("the edit list repeats samples; the limit is \(Self.limit) together")
    }
    for entry in entries[first..<rest] {
      let time = Double(entry.decodeTime &+ entry.shift)
      samples.append(
        MediaSample(
          offset: entry.offset, size: entry.size, decodeTime: begin + (Double(entry.decodeTime) - start) / timescale,
          time: begin + (time - start) / timescale, duration: max(0, Double(entry.duration)) / timescale, isKey: entry.isKey,
          isHidden: !isWhole && (time < start || time >= end)))
    }
  }
}
