import { strongestTaint, type Taint } from '../../../../kernel/text/taint.ts'
import type { LivePass } from './state.ts'

/** Origin of all text that a node can read: the input, earlier nodes, and earlier iterations. */
export function taintBefore(pass: LivePass, nodeId: string): Taint {
  const taints = [pass.flow.taint]
  const ancestors = pass.flow.compiled.structure.ancestorsOf(nodeId)
  for (let at: LivePass | null = pass; at; at = at.outer) {
    taints.push(at.taint)
    for (const [id, { taint }] of at.outcomes) if (ancestors.has(id)) taints.push(taint)
  }
  return strongestTaint(taints)
}
