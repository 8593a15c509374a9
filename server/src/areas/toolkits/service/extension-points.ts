import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { ListDependants } from '../../../kernel/dependants.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ProjectToolkit } from '../ports/project-toolkit.ts'
import type { ToolEntry } from '../ports/provider.ts'
import type { ToolSource } from '../ports/tool-source.ts'

export type ToolCounts = { readonly actions: number; readonly triggers: number }

/** Tools that a project wrote itself and put into toolkits, stored by an area above. */
export type CustomTools = {
  /** By the slug of the toolkit; those with none are left out. */
  countByToolkit(q: Queryable, scope: Scope): Promise<ReadonlyMap<string, ToolCounts>>
  listTools(q: Queryable, scope: Scope, toolkitSlug: string): Promise<readonly ToolEntry[]>
}

/** What hangs on a toolkit of the project's own and goes with it: tools, auth configs, accounts. */
export type ToolkitDependants = {
  /** In the plural, for the caller who is refused: `tools`. */
  readonly what: string
  /** How many of them hold secrets that moving the toolkit to another host would send there. */
  countSecrets(tx: Tx, scope: Scope, toolkitSlug: string): Promise<number>
  count(tx: Tx, scope: Scope, toolkitSlug: string): Promise<number>
  /** Names them, where they do not belong to the toolkit but stop without it. */
  list?: ListDependants
  remove(tx: Tx, scope: Scope, toolkit: ProjectToolkit): Promise<void>
}

/** Finds tools of the product by words; the slug of a tool begins with that of its toolkit and an underscore. */
export type ToolFinder = (query: string, limit: number) => Promise<readonly { slug: string; score: number }[]>

type Connected = (q: Queryable, scope: Scope) => Promise<ReadonlySet<string>>

/** What areas above register here, each for its own part. Until they do, there is nothing of it. */
export function createExtensionPoints() {
  const sources: ToolSource[] = []
  const custom: CustomTools[] = []
  const dependants: ToolkitDependants[] = []
  let connected: Connected = async () => new Set<string>()
  let findTools: ToolFinder = async () => []
  return {
    /** A provider has one source: the last that was registered. */
    registerToolSource(source: ToolSource): void {
      const at = sources.findIndex(({ provider }) => provider === source.provider)
      if (at === -1) sources.push(source)
      else sources[at] = source
    },
    registerCustomTools: (each: CustomTools): void => void custom.push(each),
    registerDependants: (each: ToolkitDependants): void => void dependants.push(each),
    registerConnected(source: Connected): void {
      connected = source
    },
    registerToolFinder(finder: ToolFinder): void {
      findTools = finder
    },
    sources: sources as readonly ToolSource[],
    /** What serves the tools of a project's toolkit; null where they are the product's, or custom ones only. */
    sourceOf: ({ provider }: Pick<ProjectToolkit, 'provider'>): ToolSource | null =>
      sources.find((source) => source.provider === provider) ?? null,
    dependants: dependants as readonly ToolkitDependants[],
    connectedToolkits: (q: Queryable, scope: Scope) => connected(q, scope),
    findTools: (query: string, limit: number) => findTools(query, limit),
    async countByToolkit(q: Queryable, scope: Scope): Promise<ReadonlyMap<string, ToolCounts>> {
      const sums = new Map<string, ToolCounts>()
      for (const source of custom)
        for (const [slug, { actions, triggers }] of await source.countByToolkit(q, scope)) {
          const sum = sums.get(slug)
          sums.set(slug, {
            actions: (sum?.actions ?? 0) + actions,
            triggers: (sum?.triggers ?? 0) + triggers,
          })
        }
      return sums
    },
    async listCustomTools(q: Queryable, scope: Scope, toolkitSlug: string): Promise<ToolEntry[]> {
      const found: ToolEntry[] = []
      for (const source of custom) found.push(...(await source.listTools(q, scope, toolkitSlug)))
      return found
    },
  }
}

export type ExtensionPoints = ReturnType<typeof createExtensionPoints>
