import { randomUUID } from 'node:crypto'
import { createAgents } from '../../src/areas/agents/index.ts'
import type { Llm } from '../../src/areas/llm/index.ts'
import { createThreads } from '../../src/areas/threads/index.ts'
import type { Tools } from '../../src/areas/tools/index.ts'
import { createAgentKind } from '../../src/areas/workflows/engine/agents/agent-kind.ts'
import { createAgentVersions } from '../../src/areas/workflows/engine/agents/agent-versions.ts'
import { createMcpServers } from '../../src/areas/workflows/engine/agents/mcp-servers.ts'
import { createTurnStarter } from '../../src/areas/workflows/engine/agents/start-turn.ts'
import { createTurns } from '../../src/areas/workflows/engine/agents/turns.ts'
import { createWorkflowRuns } from '../../src/areas/workflows/engine/agents/workflow-runs.ts'
import { createCompiledVersions } from '../../src/areas/workflows/engine/compiled-versions.ts'
import { createEndRows } from '../../src/areas/workflows/engine/end-rows.ts'
import { createOutputs } from '../../src/areas/workflows/engine/outputs.ts'
import { createPauses } from '../../src/areas/workflows/engine/pauses.ts'
import { createSubflows } from '../../src/areas/workflows/engine/subflows.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { type Db, sql } from '../../src/kernel/db/db.ts'
import type { Events } from '../../src/kernel/events/events.ts'
import type { NewId } from '../../src/kernel/ids.ts'
import type { Log } from '../../src/kernel/log.ts'
import type { RunKind } from '../../src/kernel/runs/run.ts'
import type { Runs } from '../../src/kernel/runs/runs.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { classOf, type Script, scriptedEffects } from '../workflows/scripted.ts'

type Call = Llm['call']
type Reply = Extract<Awaited<ReturnType<ReturnType<Call>['next']>>['value'], { type: 'end' }>

/** What a model says to messages: a text, or calls of tools. */
export type Speak = (turn: {
  results: number
  signal: AbortSignal
  executionId: string
}) =>
  | { text: string }
  | { calls: { name: string; arguments: Record<string, unknown> }[] }
  | Promise<{ text: string } | { calls: { name: string; arguments: Record<string, unknown> }[] }>

export type KindParts = { db: Db; clock: Clock; newId: NewId; log: Log; events: Events; runs: Runs }

const noUsage = {
  promptTokens: 1,
  completionTokens: 1,
  cachedInputTokens: 0,
  cacheCreationInputTokens: 0,
  reasoningTokens: 0,
  credits: 0,
  usd: 0,
  estimated: false,
  unpriced: false,
}

/** A model that a function plays, word by word. */
export const scriptedCall = (speak: Speak, onWord: (executionId: string) => Promise<void>): Call =>
  async function* call(_scope, request, signal) {
    const { executionId = '' } = request.subject ?? {}
    const output = await speak({
      results: request.messages.filter(({ role }) => role === 'tool').length,
      signal,
      executionId,
    })
    const id = randomUUID()
    yield { type: 'start', id, model: 'scripted', provider: 'test', fallbackFrom: null }
    const text = 'text' in output ? output.text : ''
    for (const word of text.match(/\S+\s*/g) ?? []) {
      yield { type: 'text', delta: word }
      await onWord(executionId)
    }
    const calls = 'calls' in output ? output.calls : []
    for (const [index, { name, arguments: args }] of calls.entries()) {
      const callId = `c${index}`
      yield { type: 'tool-call-start', index, id: callId, name }
      yield { type: 'tool-call', index, id: callId, name, arguments: args }
    }
    const reply = {
      id,
      text,
      message: { role: 'assistant', content: text },
      finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
      model: 'scripted',
      provider: 'test',
      usage: noUsage,
      latencyMs: 1,
    } as Reply['reply']
    yield { type: 'end', reply }
  }

const traitsOf = (slug: string) => ({
  slug,
  toolkitSlug: 'test',
  version: '1',
  name: slug,
  description: slug,
  type: 'action',
  isDisabled: false,
  noAuth: true,
  isReadOnly: classOf(slug) !== 'once',
  isIdempotent: classOf(slug) !== 'once',
  isDestructive: slug.includes('delete'),
  reachesOut: false,
  isSealed: false,
  isOpenWorld: false,
  isComputeOnly: false,
  inputParameters: { type: 'object' },
  outputParameters: {},
  priceMicro: 0,
  taintOf: () => null,
  digest: () => slug,
})

/** Agents on real runs, threads and a real database, with a model and tools that tests write. */
export function scriptedAgents(
  { db, clock, newId, log, events, runs }: KindParts,
  speak: Speak,
  script: Script,
  onWord: (executionId: string) => Promise<void> = async () => undefined,
) {
  const threads = createThreads({
    db,
    clock,
    newId,
    projects: { retentionDays: async () => new Map() } as never,
  })
  const call = scriptedCall(speak, onWord)
  const agentVersions = createAgentVersions(db, createMcpServers())
  const pauses = createPauses({ clock, newId, events, runs, threads })
  const agents = createAgents({
    db,
    clock,
    newId,
    log,
    compute: {} as never,
    deriveKey: () => Buffer.alloc(32),
    toolkits: {} as never,
    connections: {} as never,
    sandboxes: {} as never,
    tables: {} as never,
    browsers: {} as never,
    threads,
    llm: {
      call,
      contentAt: (url: string) => ({ type: 'url', mediaType: '', url }),
      windowOf: async () => ({ contextLength: null, maxOutput: null }),
      estimateTokens: () => 0,
      countTokens: async () => 0,
    } as never,
    tools: { traits: async (_scope: Scope, slug: string) => traitsOf(slug) } as unknown as Tools,
  })
  const workflowRuns = createWorkflowRuns({
    db,
    clock,
    newId,
    log,
    subflows: createSubflows(db, createCompiledVersions(db)),
    pauses,
    // Outputs of these tests are small.
    outputs: createOutputs({ files: {} as never, now: clock.now }),
    agentVersions,
  })
  const kind: RunKind = createAgentKind({
    db,
    clock,
    log,
    events,
    audit: { record: async () => undefined } as never,
    runs,
    threads,
    agents,
    agentVersions,
    creditsPerUsd: 1_000,
    turns: createTurns({
      db,
      llm: { call, prepare: async () => null },
      agents,
      agentVersions,
      pauses,
      workflowRuns,
      knowledge: { search: async () => [] },
    }),
    pauses,
    endRows: createEndRows({ clock, events, runs }),
    effectsFor: () => scriptedEffects(script),
  })
  return { kind, threads, pauses, startTurn: createTurnStarter({ db, clock, newId, runs, events, threads }) }
}

export async function saveAgent(db: Db, scope: Scope, agent: object): Promise<string> {
  const id = randomUUID()
  await db.rows(sql`
    insert into workflow (project_id, id, external_user_id, name, type, version, active_version, created_at, updated_at)
    values (${scope.projectId}, ${id}, ${scope.externalUser.id}, 'test', 'agent', 1, 1, now(), now())`)
  await db.rows(sql`
    insert into workflow_version (project_id, workflow_id, version, definition, size_bytes, hash, created_at)
    values (${scope.projectId}, ${id}, 1, ${JSON.stringify({ agent })}, 0, '', now())`)
  return id
}
