export type Box = { x: number; y: number; width: number; height: number }
type Size = { width: number; height: number }
type Viewport = { x: number; y: number; zoom: number }

/** What opens in part is as large as this, so that it can be read with ease. */
const readableZoom = 0.65
/** All of a graph is worth smaller names; below this they can no longer be read. */
const leastZoom = 0.48
const margin = 32

/** One direction: all of it in the middle where it fits, otherwise the place that is preferred, without a gap at an end. */
function offsetOf(begin: number, size: number, frame: number, preferred: number): number {
  if (size <= frame - 2 * margin) return (frame - size) / 2 - begin
  return Math.min(margin - begin, Math.max(frame - margin - begin - size, preferred))
}

/** What is seen of a graph that is too large to be read as a whole: where it starts. Null where all of it is readable. */
export function openingView(graph: Box, start: Box, frame: Size): Viewport | null {
  const fits =
    graph.width * leastZoom <= frame.width - 2 * margin &&
    graph.height * leastZoom <= frame.height - 2 * margin
  if (fits) return null
  const zoom = readableZoom
  const middle = (start.y + start.height / 2) * zoom
  return {
    zoom,
    x: offsetOf(graph.x * zoom, graph.width * zoom, frame.width, margin - start.x * zoom),
    y: offsetOf(graph.y * zoom, graph.height * zoom, frame.height, frame.height / 2 - middle),
  }
}
