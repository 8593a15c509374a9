import { createByteCache } from '../../byte-cache.ts'
import type { Statement } from '../statement.ts'
import type { Input, ReadOptions, Used } from './input.ts'

type AnyInput = Input<unknown, unknown>
type ReadAll = (statements: readonly Statement[]) => Promise<unknown[][]>

const maxCacheBytes = 32 * 1024 * 1024
const defaultBytes = 512

export const nameOf = ({ input, key }: Used): string => `${input.name} ${input.cacheKey(key)}`

/** Values of inputs by their name, as one round of planning sees them. `ahead`: those that a plan of this round changes. */
export type LoadedInputs = { values: Map<string, unknown>; read: ReadonlySet<string>; ahead: Set<string> }

/** The rows that this node read last, of all inputs. */
export function createInputs() {
  const cache = createByteCache<unknown>(maxCacheBytes)

  function store({ input, key }: Used, value: unknown): void {
    if (input.mode === 'cached' && value !== null)
      cache.set(nameOf({ input, key }), value, input.bytesOf?.(value) ?? defaultBytes)
  }

  /** All missing values in one round trip. `reload` has the names of values that must not come from the cache. */
  async function load(
    used: readonly Used[],
    readAll: ReadAll,
    { reload, isLocked }: { reload: ReadonlySet<string> | 'all'; isLocked: boolean },
  ): Promise<LoadedInputs> {
    const values = new Map<string, unknown>()
    const missing = new Map<string, Used>()
    for (const each of used) {
      const name = nameOf(each)
      if (values.has(name) || missing.has(name)) continue
      const isReloaded = reload === 'all' || reload.has(name)
      const cached = each.input.mode === 'cached' && !isReloaded ? cache.get(name) : undefined
      if (cached === undefined) missing.set(name, each)
      else values.set(name, cached)
    }
    const groups = [...Map.groupBy(missing.values(), ({ input }) => input)]
    if (groups.length === 0) return { values, read: new Set(), ahead: new Set() }
    const results = await readAll(groups.map(([input, of]) => statementFor(input, of, isLocked)))
    for (const [i, [input, of]] of groups.entries())
      for (const each of of) {
        const value = input.parse(results[i]!, each.key)
        values.set(nameOf(each), value)
        // A row of an open transaction may be rolled back.
        if (!isLocked) store(each, value)
      }
    return { values, read: new Set(missing.keys()), ahead: new Set() }
  }

  return { load, store }
}

function statementFor(input: AnyInput, used: readonly Used[], isLocked: boolean): Statement {
  const options: ReadOptions = { isLocked, isShared: used.length > 1 }
  return input.read(
    used.map(({ key }) => key),
    options,
  )
}
