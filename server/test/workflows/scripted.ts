import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createAgentVersions } from '../../src/areas/workflows/engine/agents/agent-versions.ts'
import { createMcpServers } from '../../src/areas/workflows/engine/agents/mcp-servers.ts'
import { createCompiledVersions } from '../../src/areas/workflows/engine/compiled-versions.ts'
import type {
  EffectCall,
  Effects,
  ModelRequest,
  ToolRequest,
} from '../../src/areas/workflows/engine/effects/effects.ts'
import { createEndRows } from '../../src/areas/workflows/engine/end-rows.ts'
import { type ExecutionInput, executionKind } from '../../src/areas/workflows/engine/execution.ts'
import { createOutputs } from '../../src/areas/workflows/engine/outputs.ts'
import { createPauses } from '../../src/areas/workflows/engine/pauses.ts'
import { createRunKind } from '../../src/areas/workflows/engine/run-kind.ts'
import { createStartRows } from '../../src/areas/workflows/engine/start-rows.ts'
import { createSubflows } from '../../src/areas/workflows/engine/subflows.ts'
import type { NodeRecord } from '../../src/areas/workflows/graph/record.ts'
import { insertingExecutions, type NewExecution } from '../../src/areas/workflows/store/executions/insert.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { RunContext, RunKind, StepClass } from '../../src/kernel/runs/run.ts'
import type { Runs } from '../../src/kernel/runs/runs.ts'
import { type Scope, systemScope } from '../../src/kernel/scope.ts'
import { openNodes } from '../runs/nodes.ts'
import { until } from '../until.ts'

export type ScriptedCall = {
  slug: string
  arguments: Record<string, unknown>
  step: string
  runId: string
  key: string
  signal: AbortSignal
}
/** What a tool does; its class follows from its slug: `once_…` has effects, everything else may be repeated. */
export type Script = (call: ScriptedCall) => unknown

/** Graphs are in no thread. */
export const noThreads = { runs: { interrupt: async () => undefined, resume: async () => undefined } }

/** Graphs of these tests have no agents. */
export const noTurns = { run: () => Promise.reject(new Error('there are no agents')) }

export const classOf = (slug: string): StepClass => (slug.startsWith('once_') ? 'once' : 'repeatable')

export const scriptedEffects = (script: Script): Effects => ({
  skipsWaits: false,
  planTool: async (_scope: Scope, request: ToolRequest) => ({
    class: classOf(request.toolSlug),
    identity: { slug: request.toolSlug, version: '1', account: null },
    taint: `tool:${request.toolSlug}`,
    execute: async ({ stepKey, runId, key, signal }: EffectCall) => ({
      output: await script({
        slug: request.toolSlug,
        arguments: request.arguments,
        step: stepKey,
        runId,
        key,
        signal,
      }),
    }),
  }),
  askModel: async (request: ModelRequest, { stepKey, runId, key, signal }: EffectCall) => ({
    output: await script({ slug: 'model', arguments: { ...request }, step: stepKey, runId, key, signal }),
  }),
})

export type EngineNodeOptions = {
  /** What differs from the kind of run that executions are. */
  kind?(base: RunKind): Partial<RunKind>
  leaseMs?: number
}

/** Called around each step, whose worker may be lost there. */
export type StepHook = (when: 'before' | 'after', name: string, runId: string) => Promise<void>

/** The kind with a hook around each of its steps. */
export const hooked =
  (hook: StepHook) =>
  (base: RunKind): Partial<RunKind> => {
    const wrap = (context: RunContext): RunContext => {
      const wrapped: RunContext = {
        ...context,
        async step(name, work, options) {
          const { id } = context.run
          const isRecorded = context.recordOf(name) !== null
          if (!isRecorded) await hook('before', name, id)
          const output = await context.step(name, work, options)
          if (!isRecorded) await hook('after', name, id)
          return output
        },
      }
      return wrapped
    }
    return { handle: (context) => base.handle(wrap(context)) }
  }

export type ExecutionRow = {
  status: string
  output: unknown
  error: { code: string; message: string; nodeId: string | null; step: string | null } | null
  summary: { completedNodes: string[]; failedNodes: string[] }
}

/** The engine on real runs and a real database, with tools that tests write. */
export async function openEngine() {
  const nodes = await openNodes()
  const { db } = nodes
  const clock = systemClock
  const newId = createIds(clock)
  const log = createLog({ level: 'silent', secrets: [] })
  const events = createEvents({ db, clock, newId, log, listener: nodes.listener })
  const files = new Map<string, Buffer>()
  const outputs = createOutputs({
    now: clock.now,
    files: {
      create: async (_scope, { content }) => {
        const id = randomUUID()
        files.set(id, content as Buffer)
        return { id } as never
      },
      open: async (_scope, id) => ({ file: {} as never, stream: Readable.from([files.get(id)!]) }),
    },
  })
  const pausesOf = (runs: Runs) => createPauses({ clock, newId, events, runs, threads: noThreads })

  /** A node that works on executions with these tools. */
  function node(script: Script, { kind, ...options }: EngineNodeOptions = {}): Runs {
    const runs = nodes.node({}, { isStarted: false, pollMs: 20, ...options })
    const versions = createCompiledVersions(db)
    const base = createRunKind({
      db,
      clock,
      newId,
      log,
      versions,
      subflows: createSubflows(db, versions),
      pauses: pausesOf(runs),
      outputs,
      turns: noTurns,
      agentVersions: createAgentVersions(db, createMcpServers()),
      endRows: createEndRows({ clock, events, runs }),
      effectsFor: () => scriptedEffects(script),
      recordingFor: async () => null,
    })
    runs.register({ ...base, ...kind?.(base) })
    runs.start()
    return runs
  }

  async function newScope(): Promise<Scope> {
    const id = randomUUID()
    await db.rows(
      sql`insert into project (id, name, slug, created_at, updated_at) values (${id}, ${id}, ${id}, now(), now())`,
    )
    await db.rows(sql`
      insert into external_user (project_id, id, name, source, created_at, updated_at)
      values (${id}, ${id}, 'project_default_user', 'project_default', now(), now())`)
    return systemScope(id)
  }

  async function save(scope: Scope, graph: unknown, id: string = randomUUID(), version = 1): Promise<string> {
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
    runs: Runs,
    scope: Scope,
    workflowId: string,
    input: unknown = {},
    { version = 1, id = newId(), isAhead = false }: { version?: number; id?: string; isAhead?: boolean } = {},
  ): Promise<string> {
    const about = { workflowId, concurrencyKey: workflowId, version, threadId: id }
    const executionInput: ExecutionInput = { ...about, mode: 'production', input }
    const row: NewExecution = {
      projectId: scope.projectId,
      id,
      externalUserId: scope.externalUser.id,
      workflowId,
      workflowName: 'test',
      revision: null,
      version,
      type: 'static',
      mode: 'production',
      threadId: id,
      triggerId: null,
      parentId: null,
      retryOf: null,
      replayOf: null,
      input,
      keepsPayloads: null,
      metadata: null,
      at: clock.now(),
    }
    const run = { kind: executionKind, id, input: executionInput }
    const endRows = createEndRows({ clock, events, runs })
    if (isAhead)
      await runs.runAhead(
        scope,
        run,
        createStartRows({ clock, events, runs, endRows })(scope, row, executionInput),
      )
    else await runs.startHere(scope, run, [insertingExecutions([row])])
    return id
  }

  const over = (id: string): Promise<ExecutionRow> =>
    until(async () => {
      const [row] = await db.rows<ExecutionRow>(
        sql`select status, output, error, summary from workflow_execution where id = ${id} and status is not null`,
      )
      return row
    }, 'the execution ending') as Promise<ExecutionRow>

  return {
    ...nodes,
    node,
    /** A node that works on nothing until kinds are registered and it is started. */
    nodeOnly: (options: Omit<EngineNodeOptions, 'kind'> = {}): Runs =>
      nodes.node({}, { isStarted: false, pollMs: 20, ...options }),
    newScope,
    save,
    start,
    /** How an execution ended, as stored. */
    executed: over,
    async execute(runs: Runs, scope: Scope, graph: unknown, input: unknown = {}) {
      const id = await start(runs, scope, await save(scope, graph), input)
      return { ...(await over(id)), id }
    },
    records: async (id: string): Promise<Map<string, NodeRecord>> => {
      const rows = await db.rows<{ name: string; output: NodeRecord }>(sql`
        select name, output from run_step where run_id = ${id} and name not like '%:%' and name not like '~%'
        order by finished_at, name`)
      return new Map(rows.map(({ name, output }) => [name, output]))
    },
    /** The open pauses of an execution. */
    pauses: (id: string) =>
      db.rows<{ id: string; kind: string; node_id: string; step: string; request: Record<string, unknown> }>(
        sql`select id, kind, node_id, step, request from workflow_pause
            where execution_id = ${id} and answered_at is null order by created_at`,
      ),
    answer: (runs: Runs, scope: Scope, pauseId: string, answer: unknown) =>
      db.tx((tx) => pausesOf(runs).answer(tx, scope, { pauseId, answer, answeredBy: null })),
    sendEvent: (runs: Runs, scope: Scope, id: string, name: string, payload: unknown) =>
      db.tx((tx) => pausesOf(runs).sendEvent(tx, scope, id, name, payload)),
    statusOf: async (runs: Runs, scope: Scope, id: string) => (await runs.find(db, scope, id))?.status,
  }
}

export type TestEngine = Awaited<ReturnType<typeof openEngine>>
