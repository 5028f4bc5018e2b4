import Tessera
import TesseraBase

/// A lock of a storage, with a value of any type.
private protocol StorageLock: AnyObject {
  /// Returns a copy of the value, and the bytes of the original.
  func capture() -> (copy: Any, bytes: [UInt8])
}

extension Locked: StorageLock {
  fileprivate func capture() -> (copy: Any, bytes: [UInt8]) {
    withLock { value in
      let copy = value
      return (copy, withUnsafeBytes(of: &value) { Array($0) })
    }
  }
}

/// Finds writes to the storages of nodes.
///
/// It holds a copy of each locked value. So a write to an array or dictionary needs a new buffer, and each write of another value changes the bytes of the
/// original.
struct StorageWrites {
  private struct Guarded {
    let path: String
    let lock: any StorageLock
    let copy: Any
    let bytes: [UInt8]
  }

  private let caches: Set<String>
  private var guarded: [Guarded] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Remembers the storages of `root` and of all nodes below it, except the members in `caches`: "type.member".
  init(below root: AnyNode, except caches: Set<String>) {
    self.caches = caches
    var nodes = [root]
    while let node = nodes.popLast() {
      nodes += node.subnodes
      if let storage = (node as? any StoringNode)?.anyStorage { visit(storage, "\(node.typeName): \(type(of: storage))", 0) }
    }
  }

  /// Number of locks found.
  var count: Int { guarded.count }

  /// Paths of the locks whose values were written since.
  var changed: [String] { guarded.filter { $0.lock.capture().bytes != $0.bytes }.map(\.path) }

  private mutating func visit(_ value: Any, _ path: String, _ depth: Int) {
    guard depth < 8, !(value is AnyNode) else { return }
    if type(of: value) is AnyClass {
      let object = value as AnyObject
      guard seen.insert(ObjectIdentifier(object)).inserted else { return }
      if let lock = object as? any StorageLock {
        let (copy, bytes) = lock.capture()
        guarded.append(Guarded(path: path, lock: lock, copy: copy, bytes: bytes))
        return visit(copy, path, depth + 1)
      }
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for (number, child) in current.children.enumerated() {
        let name = child.label ?? "\(number)"
        if !caches.contains("\(current.subjectType).\(name)") { visit(child.value, "\(path).\(name)", depth + 1) }
      }
      mirror = current.superclassMirror
    }
  }
}

/// A node of any type, with its storage.
private protocol StoringNode { var anyStorage: any NodeStorage { get } }

extension Node: StoringNode {
  fileprivate var anyStorage: any NodeStorage { storage }
}
