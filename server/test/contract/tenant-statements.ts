import pg from 'pg'
import type { ConnectionSettings } from '../../src/kernel/db/postgres.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: Plan[]
  [detail: string]: unknown
}

/** A table of projects that a statement reads or changes without saying of which project. */
export type UnboundScan = { table: string; conditions: string; text: string }

const conditionNames = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'TID Cond',
]

const conditionsOf = (plan: Plan): string[] =>
  conditionNames.flatMap((name) => (plan[name] as string | undefined) ?? [])

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Scans of these tables whose own conditions and joins do not name the project. */
export function unboundScans(plan: Plan, tables: ReadonlySet<string>): Omit<UnboundScan, 'text'>[] {
  const nodes = nodesOf(plan)
  const joins = nodes.flatMap(conditionsOf)
  return nodes
    .filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
    .filter((node) => tables.has(node['Relation Name']!))
    .filter((node) => {
      const isNamed = (condition: string) => condition.includes(`${node.Alias}.project_id`)
      return !joins.some(isNamed)
    })
    .map((node) => ({ table: node['Relation Name']!, conditions: conditionsOf(node).join(' and ') }))
}

/** Asks the planner how each statement reads tables that have a project; those that it cannot plan alone are returned too. */
export async function findUnboundScans(settings: ConnectionSettings, texts: readonly string[]) {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relkind in ('r', 'p') and attname = 'project_id' and relnamespace = 'public'::regnamespace`)
    const tables = new Set(rows.map(({ name }) => name))
    const mentioned = new RegExp(`\\b(${[...tables].join('|')})\\b`)
    const found: UnboundScan[] = []
    const unplanned: string[] = []
    for (const text of texts.filter((each) => mentioned.test(each))) {
      try {
        const explained = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
        const [{ Plan: plan }] = explained.rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
        for (const scan of unboundScans(plan, tables)) found.push({ ...scan, text })
      } catch {
        if (!text.includes('project_id')) unplanned.push(text)
      }
    }
    return { found, unplanned }
  } finally {
    await client.end()
  }
}

const byToken = 'a token is all that a request has: it leads to the project'
const acrossProjects = 'what a project publishes is found, and its installations counted, in all projects'
const forOperator = 'operators see the runs of all projects'

/** Statements of requests: the table, and what they look for instead of the project. */
const requestExceptions: [table: string, condition: RegExp, reason: string][] = [
  ['api_key', /hash = /, byToken],
  ['external_user_token', /hash = /, byToken],
  ['mcp_grant', /_hash = /, byToken],
  ['connection_link', /_hash = /, byToken],
  ['trigger_instance', /token/, byToken],
  ['skill', /origin IS N/, acrossProjects],
  ['run', /^$/, forOperator],
]

export const isExplained = ({ table, conditions }: UnboundScan): boolean =>
  requestExceptions.some(([name, condition]) => name === table && condition.test(conditions))

/** Tables in which sweeps and claims look for what is due in all projects; each server of several does so by itself. */
const swept = new Set(
  `agent_share_run auth_config browser_session connected_account connection_link demo_grant document_import document_version
  event external_user external_user_token file file_incoming file_upload idempotency_key knowledge_generation knowledge_source
  llm_call llm_call_open llm_media_job llm_quote mcp_grant notification project_invitation run run_schedule run_signal
  sandbox_execution sandbox_session thread tool tool_execution tool_version trigger_creation trigger_dead_hook trigger_instance
  trigger_invocation usage_balance usage_hold usage_unrolled webhook_delivery workflow_execution_unrolled workflow_version`.split(
    /\s+/,
  ),
)

export const isSwept = ({ table }: UnboundScan): boolean => swept.has(table)
