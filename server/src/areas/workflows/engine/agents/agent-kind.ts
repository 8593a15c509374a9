import type { Db, Statement, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Log } from '../../../../kernel/log.ts'
import { deferRows, type RowWriter } from '../../../../kernel/runs/deferred-rows.ts'
import {
  PermanentFailure,
  type Run,
  type RunContext,
  type RunKind,
  type RunResult,
} from '../../../../kernel/runs/run.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { Cancelled } from '../../../../kernel/runs/worker/interruptions.ts'
import type {
  Agents,
  ConversationEntry,
  StoredMessage,
  Turn,
  TurnEnd,
  TurnUsage,
} from '../../../agents/index.ts'
import type { Threads } from '../../../threads/index.ts'
import { type ExecutionSummary, limitOf } from '../../schema/execution.ts'
import { countOwnExecutions } from '../../store/executions/count.ts'
import { isRollbackRequested } from '../../store/executions/end.ts'
import { findUsage, noUsage, usageOf, usedMicroOf } from '../../store/executions/usage.ts'
import type { createDeadline } from '../deadline.ts'
import type { Effects } from '../effects/effects.ts'
import type { EndRows } from '../end-rows.ts'
import type { ExecutionInput, ExecutionOutput } from '../execution.ts'
import { stoppedParts } from '../interpreter/stopped-parts.ts'
import type { createWaits } from '../interpreter/waits.ts'
import { executionLimits } from '../limits.ts'
import { openWaits } from '../open-waits.ts'
import type { Pauses } from '../pauses.ts'
import type { AgentVersions } from './agent-versions.ts'
import { ownConversation, threadConversation } from './conversation.ts'
import { friendlyFailure } from './friendly-failure.ts'
import { type HandOffDeps, handOff } from './hand-off.ts'
import { type AgentExecutionInput, agentKind, begunStep, turnKeyOf, turnKeyPrefix } from './turn-input.ts'
import type { Turns } from './turns.ts'

export type AgentKindDeps = HandOffDeps & {
  db: Db
  log: Log
  runs: Pick<Runs, 'signal' | 'signalling'>
  threads: Threads
  agents: Pick<Agents, 'dropOpenMessages'>
  turns: Turns
  agentVersions: AgentVersions
  pauses: Pauses
  endRows: EndRows
  effectsFor(input: ExecutionInput): Effects
  creditsPerUsd: number
  /** For how long the operator wants event logs to be stored. */
  runLogHours?: number | undefined
}

const perProject = 200
// So that one agent does not use all of it.
export const perAgent = 100
// The log serves clients that follow a run or reconnect to it; messages, steps and the result are stored elsewhere.
const defaultLogHours = 24
// What is left after the limit of an agent for the model to conclude.
const graceSeconds = 120
const defaultSeconds = 900

type Partial = () => readonly ConversationEntry[]

/** Executions of agents as runs: each call of a model or tool is a recorded step, and its message commits with it. */
export function createAgentKind(deps: AgentKindDeps): RunKind {
  const partials = new Map<string, Partial>()
  const turnEnds: RowWriter<EndedTurn> = {
    statements: (ended) => ended.flatMap((turn) => endingTurn(deps, turn)),
  }
  return {
    kind: agentKind,
    pool: 'agents',
    perProject,
    perConcurrencyKey: perAgent,
    eventRetentionHours: deps.runLogHours ?? defaultLogHours,
    maxLosses: executionLimits.maxLosses,
    handle: (context) => execute(deps, partials, context),
    endRows: (run, outcome) => [
      ...deps.endRows(run, outcome),
      ...(hasThread(run) && outcome.status !== 'cancelled'
        ? [deferRows(turnEnds, { run, status: outcome.status })]
        : []),
    ],
    onEnd: (tx, run, result) => endInterruptedTurn(deps, partials, tx, run, result),
    // One that is cancelled may have to store the text so far, or take back what was stored; one that failed, what users are shown.
    endsWithRows: (run, { status }) => status !== 'cancelled' && !partials.has(run.id),
  }
}

async function execute(
  deps: AgentKindDeps,
  partials: Map<string, Partial>,
  context: RunContext,
): Promise<ExecutionOutput> {
  const { run } = context
  const requested = run.input as AgentExecutionInput
  if (requested.turn.isQueued) await context.waitFor('turn', turnKeyOf(run.id))
  const agent = await deps.agentVersions.get(run, requested.workflowId, requested.version)
  const seconds = (agent.capabilities?.budget?.maxSeconds ?? defaultSeconds) + graceSeconds
  const { deadline, waits } = await openWaits(deps, context, {
    seconds,
    queuedMs: await queuedMsOf(deps, context),
  })
  const onCancel = () => endCancelled(context, partials)
  context.signal.addEventListener('abort', onCancel, { once: true })
  context.emit('run.start', { attempt: run.attempt })
  waits.enter()
  try {
    await deps.agents.dropOpenMessages(context)
    await moveToCheckpoint(deps, context)
    const turn = runTurn(deps, context, { agent, waits, deadline, partials })
    const end = await Promise.race([turn, waits.interruption])
    context.emit('end', { status: 'completed' })
    partials.delete(run.id)
    return { o: end.output, summary: summaryOf(end), creditsMicro: end.creditsMicro }
  } catch (error) {
    const message = emitFailure(context, agent, error)
    // What was cut off by a failure is not part of the conversation.
    if (message) partials.set(run.id, () => [{ message, taint: null }])
    else if (!(context.signal.reason instanceof Cancelled)) partials.delete(run.id)
    throw error
  } finally {
    context.signal.removeEventListener('abort', onCancel)
    deadline.end()
    waits.close()
  }
}

/** For how long it waited for the runs before it in its thread, from its first attempt on. */
async function queuedMsOf({ clock }: AgentKindDeps, { run, step }: RunContext): Promise<number> {
  if (!(run.input as AgentExecutionInput).turn.isQueued) return 0
  const { at } = await step(begunStep, async () => ({ at: clock.now().getTime() }), { class: 'pure' })
  return Math.max(0, at - Date.parse(run.startedAt ?? run.createdAt))
}

/** One that has waited begins behind its state now that no other run writes; a rollback may have deleted it. */
async function moveToCheckpoint({ db, threads }: AgentKindDeps, context: RunContext): Promise<void> {
  const { run, scope } = context
  const { threadId, turn } = run.input as AgentExecutionInput
  const { checkpointId } = turn
  if (checkpointId === undefined) return
  const positionIn = async (tx: Tx) => {
    const thread = await threads.lock(tx, scope, threadId)
    return { thread, at: await threads.entries.positionOf(tx, thread, checkpointId) }
  }
  await context.step('checkpoint', async () => void (await db.tx(positionIn)), {
    async commit(tx) {
      const { thread, at } = await positionIn(tx)
      await threads.entries.fork(tx, thread, at)
      await threads.runs.rebase(tx, thread, run.id)
    },
  })
}

const noNodes = { completedNodes: [], failedNodes: [], errors: [], totalNodes: 0 }

function summaryOf(end: TurnEnd): ExecutionSummary {
  const stoppedBy = limitOf(end)
  const parts = stoppedParts(end.stopped)
  return {
    ...noNodes,
    ...(stoppedBy === null ? {} : { stoppedBy }),
    ...(parts.length > 0 ? { stoppedParts: parts } : {}),
  }
}

type TurnParts = {
  agent: Turn['agent']
  waits: ReturnType<typeof createWaits>
  deadline: ReturnType<typeof createDeadline>
  partials: Map<string, Partial>
}

function runTurn(
  deps: AgentKindDeps,
  context: RunContext,
  { agent, waits, deadline, partials }: TurnParts,
): Promise<TurnEnd> {
  const { run, scope } = context
  const requested = run.input as AgentExecutionInput
  const { workflowId, threadId, turn, mode, replayOf } = requested
  const place = {
    context,
    waits,
    effects: deps.effectsFor(requested),
    isOffline: mode === 'test' || replayOf !== undefined,
    threadId,
    nodeId: 'agent',
    workedMs: deadline.workedMs,
    signal: deadline.signal,
  }
  return deps.turns.run(place, {
    agent,
    workflowId,
    messages: turn.messages,
    inputTaint: turn.taint,
    guarded: turn.guarded ?? null,
    overrides: turn.overrides,
    outputSchema: agent.outputSchema ?? null,
    conversation: turn.hasThread ? threadConversation(deps, context, threadId) : ownConversation(),
    usage: async (spending) =>
      spending
        ? usageOf(spending, deps.creditsPerUsd)
        : ((await findUsage(deps.db, scope, [run.id])).get(run.id) ?? noUsage),
    usedBefore: () => usedBefore(deps, context, requested),
    handOff: turn.hasThread ? (tx, request) => handOff(deps, tx, context, request) : null,
    calledBefore: turn.hasThread
      ? () => deps.threads.entries.countCalls(deps.db, { projectId: run.projectId, id: threadId })
      : null,
    prefix: '',
    namespace: [],
    rights: null,
    depth: 0,
    onPartial: (partial) => void (partial ? partials.set(run.id, partial) : partials.delete(run.id)),
    onInterruptedCall: () => recountCredits(deps, context),
  })
}

/** A call that a cancel interrupted is in the ledger after the run has ended. */
function recountCredits({ db, threads, log }: AgentKindDeps, { run }: RunContext): void {
  const { threadId, turn } = run.input as AgentExecutionInput
  if (!turn.hasThread) return
  threads.runs
    .recountCredits(db, { projectId: run.projectId, id: threadId })
    .catch((error: unknown) => log.warn({ err: error }, 'the credits of a thread could not be counted'))
}

async function usedBefore(
  { db, threads, clock }: AgentKindDeps,
  { scope }: RunContext,
  { workflowId, threadId, turn }: AgentExecutionInput,
): Promise<TurnUsage> {
  const today = new Date(clock.now().toISOString().slice(0, 10))
  const messagesToday = await countOwnExecutions(db, scope, workflowId, today)
  const thread = turn.hasThread ? await threads.find(db, scope, threadId) : null
  return { creditsMicro: thread?.creditsMicro ?? 0, messagesToday }
}

/** What the user has seen stays, and the log says that it ended here. */
function endCancelled({ run, signal, emit }: RunContext, partials: ReadonlyMap<string, Partial>): void {
  if (!(signal.reason instanceof Cancelled)) return
  for (const { message } of partials.get(run.id)?.() ?? [])
    if (message.role === 'tool') emit('tool', { call: message.toolCallId, message })
    else emit('message', { id: message.id, message })
  emit('end', { status: 'cancelled' })
}

/** What the user is shown of a failure as a message of the agent; null for none. */
function emitFailure(
  { run, signal, emit }: RunContext,
  agent: Turn['agent'],
  error: unknown,
): StoredMessage | null {
  if (signal.aborted) return null
  const known = error instanceof PermanentFailure || error instanceof AppError ? error : null
  if (!known) return null
  const message = friendlyFailure(agent, run.id, known.code)
  if (message) emit('message', { id: message.id, message })
  emit('error', { code: known.code, message: message?.content ?? known.message })
  emit('end', { status: 'failed' })
  return message
}

type EndedTurn = { run: Run; status: 'succeeded' | 'failed' }

const hasThread = (run: Run): boolean => (run.input as AgentExecutionInput).turn.hasThread

const threadOf = (run: Run) => ({
  projectId: run.projectId,
  id: (run.input as AgentExecutionInput).threadId,
})

/** Ends the turn in its thread, together with the run, and wakes the run that waits for it. */
function endingTurn({ threads, runs }: AgentKindDeps, { run, status }: EndedTurn): Statement[] {
  const ref = threadOf(run)
  return [
    ...threads.runs.ending(ref, run.id, {
      status: status === 'failed' ? 'error' : 'idle',
      creditsMicro: usedMicroOf(run),
    }),
    ...runs.signalling(run, threads.runs.promoted(ref, run.id, turnKeyPrefix)),
  ]
}

/** What a cancel has left, without a result that was stored at the same moment. */
async function appendLeft(
  threads: AgentKindDeps['threads'],
  tx: Tx,
  run: Run,
  left: readonly (ConversationEntry & { executionId: string })[],
): Promise<void> {
  const thread = await threads.find(tx, run.scope, threadOf(run).id)
  if (thread) await threads.entries.appendNew(tx, thread, left)
}

/** The same for a run that was cancelled, maybe while it waited for others; and what users are shown of one that failed. */
async function endInterruptedTurn(
  { threads, runs }: AgentKindDeps,
  partials: Map<string, Partial>,
  tx: Tx,
  run: Run,
  { status }: RunResult,
): Promise<void> {
  const left = (partials.get(run.id)?.() ?? []).map(({ message, taint }) => ({
    message,
    taint,
    executionId: run.id,
  }))
  partials.delete(run.id)
  if (!hasThread(run)) return
  const ref = threadOf(run)
  if (status === 'failed' && left.length > 0) await threads.entries.append(tx, ref, left)
  if (status !== 'cancelled') return
  if (await isRollbackRequested(tx, run)) await threads.runs.rollBack(tx, ref, run.id)
  else if (left.length > 0) await appendLeft(threads, tx, run, left)
  const next = await threads.runs.end(tx, ref, run.id, { status: 'idle', creditsMicro: usedMicroOf(run) })
  await threads.runs.recountCredits(tx, ref)
  if (next !== null) await runs.signal(tx, run.scope, turnKeyOf(next), null)
}
