/// What of a node moves.
enum MotionKey: Sendable, Hashable {
  /// What every node has.
  case property(MotionProperty)
  /// An attribute of the node's value.
  case attribute(String)
  /// What the node draws: from what it shows to what it will show.
  case content

  /// The name in scene files.
  var name: String {
    switch self {
    case .property(let property): property.rawValue
    case .attribute(let name): name
    case .content: "content"
    }
  }
}

/// A change that is to be seen as motion. Made with the change, under the node's lock, and taken by the loop with it, so that the loop never sees one
/// without the other.
struct MotionRequest: Sendable {
  enum Goal: Sendable {
    /// A property goes to what the first have, from what the second have; nil: from where it is seen.
    case property(SharedProperties, from: SharedProperties?)
    /// An attribute goes from one value to another.
    case attribute(from: AttributeValue, to: AttributeValue)
    /// Content fades in over what is shown: an attribute is another.
    case content(name: String, from: AttributeValue?, to: AttributeValue?)
    /// What is seen goes from keyframe to keyframe, over what the node has.
    case keyframes(KeyframePath, MotionTemplate)
  }

  let key: MotionKey
  let goal: Goal
  let motion: Motion
  /// Whom to tell; nil: nobody.
  let animation: Animation?
}

/// What a node in motion keeps. Touched with the node's lock held.
final class NodeMotionState: @unchecked Sendable {
  // @unchecked: everything is only touched with the lock of the one node that has it held.
  /// What the loop has not taken yet.
  var requests: [MotionRequest] = []
  /// Which properties are in motion, and how they are shown as of the newest frame.
  var moving: MovingProperties = []
  var shown: SharedProperties?
}
