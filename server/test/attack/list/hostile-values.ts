import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const refused = (id: string, what: string, ask: (target: Target) => ReturnType<Target['get']>): Attack => ({
  id,
  what,
  play: async (target) => [await ask(target)],
  expects: [200, 400, 422],
})

/** Values that have caused a 500. */
export const hostileValueAttacks: readonly Attack[] = [
  ...['external-users', 'usage', 'usage/summary'].flatMap((path, i) =>
    ['from=-271821-04-20T00:00:00Z', 'to=%2B275760-09-13T00:00:00Z', 'from=0000-01-01', 'to=9999-12-31'].map(
      (range, j) =>
        refused(`V${i}${j}`, `${path}?${range}`, (target) => target.get(`/api/v1/${path}?${range}`)),
    ),
  ),
  refused('V40', 'table_aggregate with sum: []', async (target) => {
    await target.post('/api/v1/table/collections', { name: 'attack-sum', slug: 'attack-sum' })
    return target.executeTool('table_aggregate', { collection: 'attack-sum', sum: [] })
  }),
  refused('V41', 'datetime_add of 300,000 years', (target) =>
    target.executeTool('datetime_add', { time: '2026-01-01T00:00:00Z', years: 300_000 }),
  ),
  refused('V42', 'csv_pick_columns with an empty name', (target) =>
    target.executeTool('csv_pick_columns', { text: 'a,b\n1,2\n', columns: [''] }),
  ),
  refused('V43', 'csv_parse with an empty column name', (target) =>
    target.executeTool('csv_parse', { text: ',b\n1,2\n' }),
  ),
]
