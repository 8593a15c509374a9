import { NodeFailure } from '../failure.ts'
import type { NodeKind } from './kind.ts'
import { outputOf, outputsById } from './outputs.ts'

export const startKind: NodeKind<'start'> = {
  compute: ({ pass }) => ({ output: pass.values.input }),
}

export const parallelKind: NodeKind<'parallel'> = {
  compute: ({ sources }) => ({ output: outputOf(sources) }),
}

export const setKind: NodeKind<'set'> = {
  compute({ input: { base, values } }) {
    if (base === undefined || base === null) return { output: values }
    if (typeof base !== 'object' || Array.isArray(base))
      throw new NodeFailure('base_invalid', 'The base of a set node must be an object.')
    return { output: { ...base, ...(values as object) } }
  },
}

/** Its output says which edge it takes; -1 for none. */
export const branchKind: NodeKind<'branch'> = {
  compute({ pass, node, roots, now }) {
    const { conditions } = pass.flow.compiled
    const edges = pass.level.outgoing.get(node.id) ?? []
    const first = edges.findIndex((edge) => conditions.get(edge)?.evaluate({ roots, now }) ?? false)
    const edge = first >= 0 ? first : edges.findIndex((each) => each.condition === undefined)
    return { output: { edge, to: edges[edge]?.to ?? null } }
  },
}

/** The outputs of what it waited for, by id; that of the first alone where it waits for one. */
export const joinKind: NodeKind<'join'> = {
  compute({ node, sources, dropped }) {
    const output = node.mode === 'any' ? (sources[0]?.result.output ?? null) : outputsById(sources)
    if (node.mode === 'all') return { output }
    return { output, j: { winners: sources.map(({ id }) => id), dropped: [...(dropped ?? [])] } }
  },
}

export const placeholderKind: NodeKind<'placeholder'> = {
  compute({ node }) {
    throw new NodeFailure(
      'placeholder',
      `This node replaces "${node.source}", which could not be imported. Replace it.`,
    )
  },
}
