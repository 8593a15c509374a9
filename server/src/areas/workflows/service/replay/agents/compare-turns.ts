import { creditsOf } from '../../../../../kernel/credits.ts'
import type { StoredMessage } from '../../../../agents/index.ts'
import type { Replay, ReplayedNode, ReplayOutcome } from '../../../schema/replay.ts'
import { changesOf } from '../compare.ts'
import { parsed } from './recorded-calls.ts'
import type { CallRecord, TurnStep } from './recorded-turn.ts'
import type { ReplayedTurn } from './replay-turn.ts'

type Call = {
  type: 'model' | 'tool' | 'compact'
  key: string | null
  message: StoredMessage
  creditsMicro: number
}

// Those of agents inside of it are part of the result of the call.
const callForm = /^(model|tool|compact):(?:forced:)?\d+(?::\d+)?(?:~\w+)?$/

/** Calls by step; of a call that was tried again, the last try. */
function callsOf(steps: readonly TurnStep[]): Map<string, Call> {
  const found = new Map<string, Call>()
  for (const { name, key, output } of steps) {
    const type = callForm.exec(name)?.[1] as Call['type'] | undefined
    const { m, c = 0, k } = (output ?? {}) as CallRecord
    if (type && m && k === undefined)
      found.set(name.replace(/~\w+$/, ''), { type, key, message: m, creditsMicro: c })
  }
  return found
}

const sideOf = (call: Call | undefined): ReplayedNode['before'] => {
  if (!call) return null
  const { status } = call.message
  const isFailed = status === 'error' || status === 'rejected'
  return { status: isFailed ? 'failed' : 'completed', error: isFailed ? String(call.message.content) : null }
}

const viewOf = ({ message: { content, toolCalls, name, status } }: Call) => ({
  content: typeof content === 'string' ? parsed(content) : content,
  ...(toolCalls
    ? { toolCalls: toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given })) }
    : {}),
  ...(name === undefined ? {} : { name, status }),
})

/** Call by call, in the order of the replay, what is missing at the end. */
export function compareCalls(recorded: readonly TurnStep[], { steps, calls }: ReplayedTurn): ReplayedNode[] {
  const [before, after] = [callsOf(recorded), callsOf(steps)]
  const unmatched = [...calls.unmatched].filter((step) => callForm.test(step) && !after.has(step))
  const names = [...new Set([...after.keys(), ...unmatched, ...before.keys()])]
  return names.map((step) => {
    const [was, is] = [before.get(step), after.get(step)]
    const changes = was && is ? changesOf(viewOf(was), viewOf(is)) : []
    return {
      nodeId: 'agent',
      step,
      type: (is ?? was)?.type ?? callForm.exec(step)?.[1] ?? 'model',
      verdict: verdictOf(was, is, calls.unmatched.has(step), changes.length === 0),
      ...(was?.type === 'model' && is ? { isSameRequest: was.key === is.key } : {}),
      before: sideOf(was),
      after: sideOf(is),
      changes,
    }
  })
}

function verdictOf(
  was: Call | undefined,
  is: Call | undefined,
  isUnmatched: boolean,
  isSame: boolean,
): ReplayedNode['verdict'] {
  if (isUnmatched) return 'unmatched'
  if (!was) return 'new'
  if (!is) return 'gone'
  return isSame ? 'same' : 'changed'
}

/** Where the replay first does something else, what the calls of tools were, and what the recorded calls have cost. */
export function summariseTurn(
  recorded: readonly TurnStep[],
  replayed: ReplayedTurn,
  nodes: readonly ReplayedNode[],
): NonNullable<Replay['agent']> {
  const [before, after] = [callsOf(recorded), callsOf(replayed.steps)]
  const creditsIn = (calls: Map<string, Call>) =>
    creditsOf([...calls.values()].reduce((sum, { creditsMicro }) => sum + creditsMicro, 0))
  const toolsIn = (calls: Map<string, Call>) =>
    [...calls].flatMap(([step, { type, message }]) =>
      type === 'tool' ? [{ step, name: message.name ?? '', status: message.status ?? 'success' }] : [],
    )
  return {
    firstDivergence: divergenceOf(nodes, replayed.newApprovals),
    toolCalls: { before: toolsIn(before), after: toolsIn(after) },
    credits: { before: creditsIn(before), after: creditsIn(after) },
  }
}

function divergenceOf(
  nodes: readonly ReplayedNode[],
  newApprovals: readonly string[],
): NonNullable<Replay['agent']>['firstDivergence'] {
  const asksAt = (step: string) =>
    newApprovals.find((ask) => step.startsWith('tool:') && step.split(':')[1] === ask.split(':')[1])
  for (const { step, verdict, isSameRequest } of nodes) {
    const waiting = asksAt(step)
    if (waiting) return { step: waiting, reason: 'approval' }
    if (verdict !== 'same') return { step, reason: verdict }
    if (isSameRequest === false) return { step, reason: 'request' }
  }
  return null
}

/** The id of the message is another one in every attempt. */
export function withoutMessageId(outcome: ReplayOutcome): ReplayOutcome {
  const { output } = outcome
  if (typeof output !== 'object' || output === null || !('messageId' in output)) return outcome
  const { messageId, ...rest } = output
  return { ...outcome, output: rest }
}

/** The results of tools by name, for checks. */
export const checkedSteps = (steps: readonly TurnStep[]) =>
  [...callsOf(steps).values()].flatMap(({ type, message: { name, content, status } }) =>
    type === 'tool' && name
      ? [
          {
            name,
            key: null,
            record: {
              s: status === 'success' ? ('ok' as const) : ('error' as const),
              o: parsed(String(content)),
            },
          },
        ]
      : [],
  )
