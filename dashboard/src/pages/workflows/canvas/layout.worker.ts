import { layoutGraph } from '../graph/layout.ts'
import type { FlowGraph } from '../graph/types.ts'

// Large graphs are laid out beside the page, which stays responsive meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<FlowGraph>) => {
  self.postMessage([...layoutGraph(data).positions])
})
