import { functionName } from '../../../kernel/text/function-schema.ts'
import type { Agents } from '../../agents/index.ts'
import type { ToolCalls } from './execute-tool.ts'
import { listEntry } from './list-entry.ts'
import type { ServedServer, Serving, Surface } from './surface.ts'

export type NormalDeps = { agents: Pick<Agents, 'findTools'>; callTool: ToolCalls }

/** Exactly the selected tools, under their own names. */
export function normalSurface({ agents, callTool }: NormalDeps, serving: Serving): Surface {
  const { scope, server, isAnonymous } = serving
  const byName = slugsByName(server)
  const slugs = [...byName.values()].toReversed()

  /** Without credentials, only what needs no account. */
  const usable = async (wanted: readonly string[]) => {
    const { found } = await agents.findTools(
      scope,
      wanted.map((slug) => ({ slug })),
    )
    return found.filter(({ noAuth }) => noAuth || !isAnonymous)
  }

  return {
    list: async () => (await usable(slugs)).map(listEntry),
    async call(name, args, { signal }) {
      const slug = byName.get(name)
      if (slug === undefined || (isAnonymous && (await usable([slug])).length === 0)) return null
      return callTool(serving, slug, args, signal)
    },
  }
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** Of two whose names become the same, the first. */
export function slugsByName({
  selectedTools,
}: Pick<ServedServer, 'selectedTools'>): ReadonlyMap<string, string> {
  const slugs =
    known.get(selectedTools) ??
    new Map(selectedTools.toReversed().map((slug) => [functionName(slug), slug] as const))
  known.set(selectedTools, slugs)
  return slugs
}
