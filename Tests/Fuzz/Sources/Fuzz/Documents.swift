import CMutators
import TesseraMaps
import TesseraMessages
import TesseraSound
import TesseraSubtitles

/// Subtitles, WebVTT or SRT: cues stand in the order of their starts, and none ends before it begins.
@Sendable func readSubtitles(_ input: [UInt8]) {
  do throws(SubtitleError) {
    let track = try SubtitleTrack(reading: input)
    precondition(zip(track.cues, track.cues.dropFirst()).allSatisfy { $0.start <= $1.start }, "cues are out of order")
    precondition(track.cues.allSatisfy { $0.start.isFinite && $0.end.isFinite && $0.start >= 0 }, "a time that is none")
  } catch {
    precondition(!error.description.isEmpty, "an error without a text")
  }
}

/// A WAV file, converted to the mixer's rate.
@Sendable func readSound(_ input: [UInt8]) {
  do throws(SoundError) {
    let clip = try SoundFile.clip(wav: input, name: "fuzz")
    precondition(clip.byteCount <= SoundClip.maximumByteCount, "a sound above the limit")
  } catch {
    precondition(!error.description.isEmpty, "an error without a text")
  }
}

/// A vector tile as stored, packed or not.
@Sendable func readTile(_ input: [UInt8]) {
  do throws(MapError) {
    let tile = try VectorTile(reading: TileData.expanded(input, source: "fuzz", limit: 1 << 22))
    precondition(Set(tile.layers.map(\.name)).count == tile.layers.count, "two layers with one name")
  } catch {
    precondition(!error.reason.isEmpty, "an error without a reason")
  }
}

/// An archive of tiles: the first tile of each zoom level.
@Sendable func readTiles(_ input: [UInt8]) {
  let file = input.withUnsafeBufferPointer { fz_file($0.baseAddress, $0.count) }
  precondition(file >= 0, "no file in memory is to be had")
  do throws(MapError) {
    let archive = try PMTiles("/proc/self/fd/\(file)")
    for zoom in archive.header.minimumZoom...max(archive.header.minimumZoom, min(archive.header.maximumZoom, 6)) {
      _ = try archive.tile(TileAddress(zoom: zoom, x: 0, y: 0))
    }
  } catch {
    precondition(!error.reason.isEmpty, "an error without a reason")
  }
}

/// A map style, checked and read.
@Sendable func readMapStyle(_ input: [UInt8]) {
  do throws(MapError) {
    let errors = try MapStyleCheck.errors(in: input, source: "fuzz")
    precondition(errors.allSatisfy { !$0.reason.isEmpty }, "an error without a reason")
    _ = try MapStyle(reading: input, source: "fuzz")
  } catch {
    precondition(!error.reason.isEmpty, "an error without a reason")
  }
}

/// A message, formatted in two languages with a number, a text and a missing value.
@Sendable func readMessage(_ input: [UInt8]) {
  do throws(MessageErrors) {
    let model = try MessageModel(parsing: input)
    for locale in ["en", "ar"] {
      _ = MessageFormat(model, locale: locale).format(["count": 21, "name": "Ada", "x": 1.5]).text
    }
  } catch {
    precondition(!error.errors.isEmpty, "no error is told")
  }
}
