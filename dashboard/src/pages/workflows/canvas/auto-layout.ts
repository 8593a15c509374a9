import { layoutGraph } from '../graph/layout.ts'
import type { FlowGraph, Point } from '../graph/types.ts'

// Up to this many nodes are placed within a frame.
const fewNodes = 50

/** New places for all nodes. */
export async function autoLayout(graph: FlowGraph): Promise<Map<string, Point>> {
  if (graph.nodes.length <= fewNodes) return layoutGraph(graph).positions
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<[string, Point][]>) =>
        resolve(new Map(data)),
      )
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The layout failed')))
      worker.postMessage({ nodes: graph.nodes, edges: graph.edges })
    })
  } finally {
    worker.terminate()
  }
}
