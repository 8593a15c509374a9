import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Box, openingView } from './opening-view.ts'

const frame = { width: 1000, height: 600 }
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })

/** The left and right border of a box on the screen. */
const shown = ({ x, width }: Box, view: { x: number; zoom: number }) => [
  x * view.zoom + view.x,
  (x + width) * view.zoom + view.x,
]

it('shows all of a graph that is readable as a whole', () => {
  assert.equal(openingView(box(-200, 0, 1200, 400), box(-200, 100, 240, 60), frame), null)
})

it('shows all of a graph that just fits, rather than cut off its last node', () => {
  const start = box(0, 100, 240, 60)
  assert.equal(openingView(box(0, 0, 1950, 400), start, frame), null)
  assert.equal(openingView(box(0, 0, 1952, 400), start, frame)?.zoom, 0.65)
})

it('opens a wide graph at its start, as large as can be read, in the middle of the height', () => {
  const start = box(-300, 100, 240, 60)
  const view = openingView(box(-300, 0, 8000, 300), start, frame)!
  assert.equal(view.zoom, 0.65)
  assert.equal(shown(start, view)[0], 32)
  // The graph is lower than the frame, so all of it is in the middle.
  assert.equal((0 + 150) * view.zoom + view.y, 300)
})

it('leaves no gap where the start is not at the border', () => {
  const graph = box(0, 0, 4000, 300)
  const view = openingView(graph, box(3800, 100, 200, 60), frame)!
  assert.equal(Math.round(shown(graph, view)[1]!), 1000 - 32)
})

it('brings the start of a tall graph into the middle, or as near as its border allows', () => {
  const tall = box(0, 0, 300, 6000)
  const view = openingView(tall, box(0, 3000, 240, 60), frame)!
  assert.equal(Math.round(3030 * view.zoom + view.y), 300)
  assert.equal(openingView(tall, box(0, 0, 240, 60), frame)!.y, 32)
})
