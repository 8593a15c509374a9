import { StartFault } from '../../start-fault.ts'

/** The rows of `table` can only be inserted after those of `references`. */
export type Reference = { table: string; references: string }

/** The tables in an order in which each comes after those it refers to; by name where that leaves a choice. */
export function orderByReferences(tables: readonly string[], references: readonly Reference[]): string[] {
  const needs = new Map(tables.map((table) => [table, new Set<string>()]))
  for (const { table, references: needed } of references) {
    if (table !== needed && needs.has(needed)) needs.get(table)?.add(needed)
  }
  const ordered: string[] = []
  while (needs.size > 0) {
    const free = [...needs.keys()].filter((table) => needs.get(table)?.size === 0).sort(byName)
    if (free.length === 0) throw cycleFault(needs)
    for (const table of free) {
      ordered.push(table)
      needs.delete(table)
      for (const others of needs.values()) others.delete(table)
    }
  }
  return ordered
}

const byName = (left: string, right: string): number => (left < right ? -1 : 1)

function cycleFault(needs: ReadonlyMap<string, ReadonlySet<string>>): StartFault {
  // Every table that is left needs another one that is left, so going from need to need must come round.
  const path: string[] = []
  let table = [...needs.keys()].sort(byName)[0]!
  while (!path.includes(table)) {
    path.push(table)
    table = [...needs.get(table)!].sort(byName)[0]!
  }
  const circle = [...path.slice(path.indexOf(table)), table]
  return new StartFault(
    `The tables cannot be copied one after the other, because they refer to each other in a circle: ${circle.join(' -> ')}`,
    'Make one of these foreign keys deferrable.',
  )
}
