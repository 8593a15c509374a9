import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import { createJsonSchemas } from '../../kernel/json-schema/json-schemas.ts'
import { createSchemaChecks } from '../../kernel/json-schema/schema-checks.ts'
import type { Log } from '../../kernel/log.ts'
import type { RunContext } from '../../kernel/runs/run.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Browsers } from '../browsers/index.ts'
import type { Connections } from '../connections/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Sandboxes } from '../sandboxes/index.ts'
import type { Tables } from '../tables/index.ts'
import type { Threads } from '../threads/index.ts'
import type { Toolkits } from '../toolkits/index.ts'
import type { Tools } from '../tools/index.ts'
import { runTurn } from './loop/run-turn.ts'
import { agentsManifest } from './manifest.ts'
import { type MetaScope, metaTools } from './offered/meta.ts'
import { findTools } from './offered/pinned.ts'
import { createSources } from './offered/sources.ts'
import { createGuards } from './policy/pii/guard.ts'
import { createGuardInput } from './policy/pii/guard-input.ts'
import { approvalsOf, type Rights, restricted, rightsOf } from './policy/rights.ts'
import { memoryRoutes } from './routes/memories.ts'
import type { Turn } from './schema/turn.ts'
import { createMemories, memoryUserData } from './service/memories.ts'
import { listOpenMessages } from './store/log.ts'

/** @public What areas register with `registerSource`. */
export type { AgentSource } from './offered/sources.ts'
/** @public A tool of such a source. */
export type { OfferedTool } from './offered/tool.ts'
export type { ConversationEntry, StoredMessage } from './schema/message.ts'
export type {
  AccountHolder,
  Conversation,
  HandOff,
  StoppedPart,
  ToolCallContext,
  ToolOutcome,
  Turn,
  TurnEffects,
  TurnEnd,
  TurnUsage,
  WorkflowCall,
  WorkflowContents,
  WorkflowEnd,
  WorkflowTool,
} from './schema/turn.ts'
export type { Rights }

export type AgentsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  compute: Compute
  llm: Llm
  sandboxes: Sandboxes
  browsers: Browsers
  toolkits: Toolkits
  connections: Connections
  tools: Tools
  tables: Tables
  threads: Pick<Threads, 'registerCleanup'>
  deriveKey(purpose: string): Buffer
}

/**
 * The loop of agents, as a library: models and tools called one after the other inside of a durable run of an area above,
 * which says what the agent is, where its conversation is stored, and how a human decides.
 */
export function createAgents(deps: AgentsDeps) {
  const checks = createSchemaChecks(createJsonSchemas(), deps.compute)
  const memories = createMemories(deps)
  const sources = createSources()
  const guards = createGuards({ compute: deps.compute, hashKey: deps.deriveKey('agent-pii') })
  const loopDeps = { ...deps, checks, memories, sources, guards }
  deps.threads.registerCleanup(async (tx, scope, { id: threadId, userId }) => {
    await deps.sandboxes.computers.forget(tx, scope, { threadId, userId })
    await deps.browsers.forAgents.forgetThread(tx, scope, { threadId, userId })
  })
  return {
    run: (context: RunContext, turn: Turn) => runTurn(loopDeps, context, turn),
    rightsOf,
    approvalsOf,
    restricted,
    /** Tools to find tools with, for callers other than the loop. */
    metaTools: (meta: MetaScope) => metaTools(deps, meta),
    /** Of the tools that are named those that can be executed, and what is missing. */
    findTools: (scope: Scope, requested: readonly { slug: string; version?: string }[]) =>
      findTools(deps.tools, scope, requested),
    /** What is said to an agent, without personal data that its rules withhold: before anything of it is stored. */
    guardInput: createGuardInput(guards),
    /** Takes back what earlier attempts of the run had begun to say: it is said again, as a new message. */
    async dropOpenMessages(context: RunContext): Promise<void> {
      if (context.run.attempt === 1) return
      for (const { id, ns } of await listOpenMessages(deps.db, context.run))
        context.emit('message.dropped', { id, ...(ns ? { ns } : {}) })
    },
    /** The area that has agents says whether one exists. */
    registerAgents: memories.registerAgents,
    /** An area adds tools and instructions: knowledge, skills. */
    registerSource: sources.register,
    userData: [memoryUserData],
    routes: memoryRoutes(memories),
  }
}

export type Agents = Pick<
  ReturnType<typeof createAgents>,
  | 'run'
  | 'guardInput'
  | 'dropOpenMessages'
  | 'rightsOf'
  | 'approvalsOf'
  | 'restricted'
  | 'metaTools'
  | 'findTools'
  | 'registerAgents'
  | 'registerSource'
>

export const agentsArea = { manifest: agentsManifest, key: 'agents', create: createAgents } as const
