import Foundation

/// AVI file without compression: frame k is a gray of level k % 16, and the sound during it has the same level.
enum VideoWithSound {
  static let rate = 48_000

  static func gray(_ frame: Int) -> Int { frame % 16 * 16 + 8 }
  static func level(_ frame: Int) -> Int { frame % 16 * 1024 }

  /// Writes a file of 8 x 8 pixels into the temporary folder. Returns its path.
  static func write(frames: Int, framesPerSecond: Int, name: String) throws -> String {
    var (movie, index) = (Data("movi".utf8), Data())
    let samples = rate / framesPerSecond
    func add(_ kind: String, _ data: Data) {
      index += Data(kind.utf8) + number(16, 4) + number(movie.count, 4) + number(data.count, 4)
      movie += Data(kind.utf8) + number(data.count, 4) + data
    }
    for frame in 0..<frames {
      add("00db", Data(repeating: UInt8(gray(frame)), count: 8 * 8 * 3))
      let sample = UInt16(level(frame))
      add("01wb", [UInt16](repeating: sample.littleEndian, count: samples).withUnsafeBytes { Data($0) })
    }
    let header =
      number(1_000_000 / framesPerSecond, 4) + number(0, 8) + number(0x10, 4) + number(frames, 4) + number(0, 4) + number(2, 4)
      + number(0, 4) + number(8, 4) + number(8, 4) + number(0, 16)
    let video = stream("vids", "DIB ", 1, framesPerSecond, frames, 0, 192)
    let picture = number(40, 4) + number(8, 4) + number(8, 4) + number(1, 2) + number(24, 2) + number(0, 4) + number(192, 4) + number(0, 16)
    let audio = stream("auds", "\0\0\0\0", 1, rate, frames * samples, 2, samples * 2)
    let sound = number(1, 2) + number(1, 2) + number(rate, 4) + number(rate * 2, 4) + number(2, 2) + number(16, 2)
    let lists =
      list("strl", chunk("strh", video) + chunk("strf", picture)) + list("strl", chunk("strh", audio) + chunk("strf", sound))
    let body = Data("AVI ".utf8) + list("hdrl", chunk("avih", header) + lists) + chunk("LIST", movie) + chunk("idx1", index)
    let path = FileManager.default.temporaryDirectory.appending(path: "tessera-\(getpid())-\(name).avi")
    try chunk("RIFF", body).write(to: path)
    return path.path
  }

  private static func stream(
    _ type: String, _ handler: String, _ scale: Int, _ rate: Int, _ length: Int, _ sampleSize: Int, _ buffer: Int
  ) -> Data {
    Data(type.utf8) + Data(handler.utf8) + number(0, 12) + number(scale, 4) + number(rate, 4) + number(0, 4) + number(length, 4)
      + number(buffer, 4) + number(0xFFFF_FFFF, 4) + number(sampleSize, 4) + number(0, 8)
  }

  private static func chunk(_ kind: String, _ data: Data) -> Data { Data(kind.utf8) + number(data.count, 4) + data }
  private static func list(_ kind: String, _ data: Data) -> Data { chunk("LIST", Data(kind.utf8) + data) }

  private static func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 })
  }
}
