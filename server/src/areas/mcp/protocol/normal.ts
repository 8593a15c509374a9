import { functionNames } from '../../../kernel/text/function-schema.ts'
import type { Agents } from '../../agents/index.ts'
import type { ToolCalls } from './execute-tool.ts'
import { listEntry } from './lists/list-entry.ts'
import type { ServedServer, Serving, Surface } from './surface.ts'

export type NormalDeps = { agents: Pick<Agents, 'findTools'>; callTool: ToolCalls }

/** Exactly the selected tools, under their own names. */
export function normalSurface({ agents, callTool }: NormalDeps, serving: Serving): Surface {
  const { scope, server, isAnonymous } = serving

  /** Without credentials, only what needs no account. */
  const usable = async (wanted: readonly string[]) => {
    const { found } = await agents.findTools(
      scope,
      wanted.map((slug) => ({ slug })),
    )
    return found.filter(({ noAuth }) => noAuth || !isAnonymous)
  }

  return {
    async list() {
      const byName = [...slugsByName(server)]
      const found = new Map(
        (await usable(byName.map(([, slug]) => slug))).map((traits) => [traits.slug, traits]),
      )
      return byName.flatMap(([name, slug]) => {
        const traits = found.get(slug)
        return traits ? [listEntry(traits, name)] : []
      })
    },
    async call(name, args, { signal }) {
      const slug = slugsByName(server).get(name)
      if (slug === undefined || (isAnonymous && (await usable([slug])).length === 0)) return null
      return callTool(serving, slug, args, signal)
    },
  }
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** The name by which clients call a tool. */
export function slugsByName({
  selectedTools,
}: Pick<ServedServer, 'selectedTools'>): ReadonlyMap<string, string> {
  const slugs =
    known.get(selectedTools) ??
    new Map([...functionNames(selectedTools)].map(([slug, name]) => [name, slug] as const))
  known.set(selectedTools, slugs)
  return slugs
}
