#if Network
  internal import Tessera

  /// Registry of the pictures that are drawn while they load. Any thread.
  final class PartialPictures: Sendable {
    static let shared: PartialPictures = {
      let pictures = PartialPictures()
      MemoryHolder.register(MemoryHolder(name: "loading pictures", bytes: { pictures.bytes }, trim: { pictures.trim(to: $0) }))
      return pictures
    }()

    private struct Entry {
      weak var picture: PartialPicture?
    }

    private let entries = Locked<[RemotePictures.Key: Entry]>([:])

    /// Returns the picture of a URL, which lives as long as it is referenced.
    func picture(for key: RemotePictures.Key) -> PartialPicture {
      entries.withLock { entries in
        if let known = entries[key]?.picture { return known }
        entries = entries.filter { $0.value.picture != nil }
        let made = PartialPicture(url: key.url)
        entries[key] = Entry(picture: made)
        return made
      }
    }

    private var all: [PartialPicture] { entries.withLock { $0.values.compactMap(\.picture) } }
    var bytes: Int { all.reduce(0) { $0 + $1.bytes } }

    /// Gives up pictures until at most this many bytes are held.
    func trim(to limit: Int) {
      var left = bytes
      for picture in all where left > limit {
        left -= picture.bytes
        picture.abandon()
      }
    }
  }
#endif
