import { randomUUID } from 'node:crypto'
import type {
  EndedSummary,
  ExecutionRequest,
  StartedExecution,
} from '../../src/areas/workflows/engine/request.ts'
import type { NodeRecord } from '../../src/areas/workflows/graph/record.ts'
import { Graph } from '../../src/areas/workflows/schema/graph.ts'
import { sql } from '../../src/kernel/db/db.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { startTestApp, type TestAppOptions } from '../harness.ts'
import { until } from '../until.ts'

export type TestNode = { id: string; type: string; [option: string]: unknown }
/** `a->b`, or with a condition and the like. */
export type TestEdge = string | { from: string; to: string; condition?: string; onError?: boolean }

/** A graph as tests write it: start and end are added where they are missing. */
export function graphOf(nodes: TestNode[], edges: TestEdge[], more: Record<string, unknown> = {}): Graph {
  const has = (id: string) => nodes.some((node) => node.id === id)
  return Graph.parse({
    nodes: [
      ...(has('start') ? [] : [{ id: 'start', type: 'start' }]),
      ...nodes,
      ...(nodes.some(({ type }) => type === 'end') ? [] : [{ id: 'end', type: 'end' }]),
    ],
    edges: edges.map((edge) => {
      if (typeof edge !== 'string') return edge
      const [from, to] = edge.split('->')
      return { from, to }
    }),
    ...more,
  })
}

/** The nodes one after the other, from start to end. */
export const chain = (...nodes: TestNode[]): Graph => {
  const ids = ['start', ...nodes.map(({ id }) => id), 'end']
  return graphOf(
    nodes,
    ids.slice(1).map((id, index) => `${ids[index]}->${id}`),
  )
}

/** The whole product with working runs, and the ways to store and execute graphs. */
export async function startFlows(options: TestAppOptions = {}) {
  const app = await startTestApp(options)
  const { db } = app
  const { engine } = app.app.workflows
  app.app.runs.start()

  async function save(
    scope: Scope,
    graph: unknown,
    { id = randomUUID(), version = 1 }: { id?: string; version?: number } = {},
  ): Promise<string> {
    await db.rows(sql`
      insert into workflow (project_id, id, external_user_id, name, type, version, active_version, created_at, updated_at)
      values (${scope.projectId}, ${id}, ${scope.externalUser.id}, 'test', 'static', ${version}, ${version}, now(), now())
      on conflict (project_id, id) do update set version = excluded.version, active_version = excluded.version`)
    await db.rows(sql`
      insert into workflow_version (project_id, workflow_id, version, definition, size_bytes, hash, created_at)
      values (${scope.projectId}, ${id}, ${version}, ${JSON.stringify({ graph })}, 0, '', now())`)
    return id
  }

  async function start(
    scope: Scope,
    workflowId: string,
    { input = {}, ...more }: Partial<ExecutionRequest> = {},
  ): Promise<StartedExecution> {
    const started = await engine.start(scope, {
      workflow: { id: workflowId, name: 'test', type: 'static' },
      version: 1,
      mode: 'production',
      input,
      ...more,
    })
    // Only a workflow of a given revision is refused when it has changed.
    return started!
  }

  const rowOf = async (scope: Scope, id: string): Promise<EndedSummary | null> => {
    const [row] = await db.rows<EndedSummary>(sql`
      select status, output, error, summary, credits_micro as "creditsMicro" from workflow_execution
      where project_id = ${scope.projectId} and id = ${id}`)
    return row ?? null
  }

  /** How the execution ended, as stored. */
  const over = (scope: Scope, id: string): Promise<EndedSummary> =>
    until(async () => {
      const row = await rowOf(scope, id)
      return row?.status ? row : null
    }, 'the execution ending') as Promise<EndedSummary>

  return {
    ...app,
    engine,
    save,
    start,
    over,
    /** Stores, starts and waits for the end. */
    async execute(scope: Scope, graph: unknown, more: Partial<ExecutionRequest> = {}) {
      const started = await start(scope, await save(scope, graph), more)
      return { ...(await over(scope, started.executionId)), id: started.executionId }
    },
    records: async (id: string): Promise<Map<string, NodeRecord>> => {
      const rows = await db.rows<{ name: string; output: NodeRecord }>(
        sql`select name, output from run_step where run_id = ${id} order by started_at, name`,
      )
      return new Map(rows.map(({ name, output }) => [name, output]))
    },
    async stop() {
      await app.app.runs.stop(0)
      await app.stop()
    },
  }
}

export type Flows = Awaited<ReturnType<typeof startFlows>>
