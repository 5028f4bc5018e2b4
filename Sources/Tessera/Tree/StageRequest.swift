/// Request to a stage of a part that is built on nodes, such as an overlay. The stage's loop handles the types that it knows, with the next frame.
protocol StageRequest: Sendable {}
