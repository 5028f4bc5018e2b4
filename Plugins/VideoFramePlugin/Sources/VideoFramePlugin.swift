// VideoFrame
