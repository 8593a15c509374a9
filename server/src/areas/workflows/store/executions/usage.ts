import { creditsOf } from '../../../../kernel/credits.ts'
import { type Queryable, type Statement, sql } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Breakdown, ExecutionUsage } from '../../schema/execution.ts'

const nothing: Breakdown = { ai_model: 0, tool: 0, sandbox: 0, browser: 0, workflow: 0, media: 0 }

export const noUsage: ExecutionUsage = { credits: 0, usdCost: 0, breakdown: nothing }

type Row = { id: string; type: string; used: string; usd: string }

/** What each of the executions used, as the ledger has it; executions that used nothing are left out. */
export async function findUsage(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  ids: readonly string[],
): Promise<Map<string, ExecutionUsage>> {
  if (ids.length === 0) return new Map()
  const rows = await q.rows<Row>(sql`
    select execution_id as id, type, sum(used_micro)::text as used, sum(usd_cost)::text as usd from usage_entry
    where project_id = ${projectId} and execution_id = any(${ids}::uuid[]) group by execution_id, type`)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
      const used = own.reduce((sum, row) => sum + BigInt(row.used), 0n)
      return [
        id,
        {
          credits: creditsOf(String(used)),
          usdCost: own.reduce((sum, { usd }) => sum + Number(usd), 0),
          breakdown: breakdownOf(own),
        },
      ]
    }),
  )
}

/** The same where it is known without the ledger. */
export function usageOf(spent: Partial<Breakdown>, creditsPerUsd: number): ExecutionUsage {
  const entries = Object.entries(spent)
  const micro = entries.reduce((sum, [, amount]) => sum + amount, 0)
  return {
    credits: creditsOf(micro),
    usdCost: Number((creditsOf(micro) / creditsPerUsd).toFixed(12)),
    breakdown: {
      ...nothing,
      ...Object.fromEntries(entries.map(([type, amount]) => [type, creditsOf(amount)])),
    },
  }
}

/** The same of one execution as a value of another statement. */
export const usedMicroOf = ({ projectId, id }: { projectId: string; id: string }): Statement => sql`
  (select coalesce(sum(used_micro), 0) from usage_entry where project_id = ${projectId} and execution_id = ${id})`

function breakdownOf(rows: readonly Row[]): Breakdown {
  const breakdown = { ...nothing }
  for (const { type, used } of rows) {
    if (type in breakdown) breakdown[type as keyof Breakdown] += creditsOf(used)
  }
  return breakdown
}
