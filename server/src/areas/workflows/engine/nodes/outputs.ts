import type { NodeResult } from '../interpreter/state.ts'

type Source = { id: string; result: NodeResult }

/** The input of a node: the output of the only one, or those of all by id. */
export function outputOf(sources: readonly Source[]): unknown {
  if (sources.length === 0) return null
  if (sources.length === 1) return sources[0]!.result.output
  return outputsById(sources)
}

export const outputsById = (sources: readonly Source[]): Record<string, unknown> => {
  const outputs: Record<string, unknown> = {}
  for (const { id, result } of sources) outputs[id] = result.output
  return outputs
}
