import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Audit } from '../audit/index.ts'
import type { Files } from '../files/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Usage } from '../usage/index.ts'
import { createEngine } from './engine/engine.ts'
import { workflowsManifest } from './manifest.ts'

export type WorkflowsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  runs: Runs
  events: Events
  audit: Audit
  usage: Usage
  files: Files
  llm: Llm
  tools: Tools
}

/**
 * Graphs of tools, code, models and people, executed as durable runs: each node is a recorded step, and an execution goes
 * on after a lost server behind the last node that was recorded.
 */
export function createWorkflows(deps: WorkflowsDeps) {
  const engine = createEngine(deps)
  return { engine, routes: [] }
}

export const workflowsArea = {
  manifest: workflowsManifest,
  key: 'workflows',
  create: createWorkflows,
} as const
