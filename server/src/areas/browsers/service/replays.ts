import { AppError } from '../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Expectation } from '../protocol/messages.ts'
import { BrowserAction } from '../schema/action.ts'
import { CreateSessionBody } from '../schema/session.ts'
import type { Actions } from './actions.ts'
import type { Live, LiveSessions } from './live-sessions.ts'
import type { RecordedSession, RecordedStep } from './recorded-steps.ts'
import type { Sessions } from './sessions.ts'

/** A step with what is typed, chosen or uploaded this time. */
export type StepToReplay = Pick<RecordedStep, 'action' | 'selectors' | 'origin' | 'expect'> & {
  input: { value: unknown; isSecret: boolean } | null
}

export type Replay = {
  steps: readonly StepToReplay[]
  options: RecordedSession['options']
  profileId: string | null
  expect: Expectation | null
  signal: AbortSignal
  timeoutMs: number
}

/** What came of one step; the last one of a run that failed is the one that did. */
export type StepResult =
  | { type: string; status: 'succeeded'; durationMs: number; url: string; title: string }
  | { type: string; status: 'failed'; error: string }

export type Replayed = {
  url: string
  title: string
  content: string
  truncated: boolean
  steps: number
  results: StepResult[]
}

const stepTimeoutMs = 15_000
const maxContentLength = 50_000
const sessionSec = 360
const fields = { fill: 'value', select: 'values', upload: 'fileIds' } as const

export type ReplayDeps = { sessions: Sessions; actions: Actions; live: LiveSessions }

/** Does recorded steps again, in a new session that ends with them and that no one else can use. */
export function createReplays({ sessions, actions, live }: ReplayDeps) {
  async function open(scope: Scope, { options, profileId }: Replay): Promise<Live> {
    const { allowedHosts, ...look } = options
    const body = CreateSessionBody.parse({
      ...look,
      driver: 'chromium',
      timeoutSec: sessionSec,
      ...(allowedHosts ? { allowedHosts } : {}),
      ...(profileId === null ? {} : { profileId }),
    })
    const opened = await sessions.createPrivate(scope, body)
    if (!opened)
      throw new AppError('session_busy', 'The end user has no free browser session', {
        hint: 'Close one with POST /api/v1/browser/sessions/{sessionId}/close, then try again.',
      })
    return opened
  }

  async function perform(scope: Scope, turn: Live, replay: Replay, deadline: number): Promise<Replayed> {
    const results: StepResult[] = []
    for (const [index, step] of replay.steps.entries()) {
      const left = deadline - performance.now()
      if (replay.signal.aborted || left <= 0) throw tooLate(index, step, results)
      const timeoutMs = Math.round(Math.min(stepTimeoutMs, Math.max(left, 100)))
      const { selectors, origin, input } = step
      const isLast = index === replay.steps.length - 1
      const expect = isLast ? { ...step.expect, ...replay.expect } : step.expect
      try {
        const { type, durationMs, url, title } = await actions.replay(
          scope,
          turn,
          actionOf(step, index, timeoutMs),
          {
            selectors,
            origin,
            expect,
            isSecret: input?.isSecret ?? false,
          },
        )
        results.push({ type, status: 'succeeded', durationMs, url, title })
      } catch (error) {
        throw replay.signal.aborted ? tooLate(index, step, results) : ofStep(error, index, step, results)
      }
    }
    const { output } = await live.call(turn, 'snapshot', { format: 'text', fullPage: false })
    const { url, title, content, truncated } = output
    return {
      url,
      title,
      content: content.slice(0, maxContentLength),
      truncated: truncated || content.length > maxContentLength,
      steps: replay.steps.length,
      results,
    }
  }

  return async function run(scope: Scope, replay: Replay): Promise<Replayed> {
    for (const needed of ['browser:write', 'browser:execute']) refuseUnpermitted(scope.permissions, needed)
    const deadline = performance.now() + replay.timeoutMs
    const turn = await open(scope, replay)
    const close = () => live.end(turn, { status: 'completed', reason: 'closed' })
    // Ends what waits in the browser at this moment as well.
    const onAbort = () => void close().catch(() => undefined)
    replay.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await perform(scope, turn, replay, deadline)
    } finally {
      replay.signal.removeEventListener('abort', onAbort)
      await close()
    }
  }
}

/** Throws what is wrong with a step before any is done. */
export function checkSteps(steps: readonly Omit<StepToReplay, 'input'>[]): void {
  for (const [index, step] of steps.entries()) actionOf({ ...step, input: null }, index, stepTimeoutMs)
}

const sampleInputs = { value: '', values: [''], fileIds: ['0199f1a0-0000-7000-8000-000000000000'] } as const

function actionOf(
  { action, selectors, input }: StepToReplay,
  index: number,
  timeoutMs: number,
): BrowserAction {
  const field = fields[action.type as keyof typeof fields]
  const value = input ? input.value : field === undefined ? undefined : sampleInputs[field]
  const parsed = BrowserAction.safeParse({
    ...action,
    timeoutMs,
    ...(selectors.length > 0 ? { selector: selectors[0] } : {}),
    ...(field === undefined ? {} : { [field]: value }),
  })
  if (parsed.success && parsed.data.type !== 'evaluate') return parsed.data
  const [issue] = parsed.error?.issues ?? []
  throw new AppError('invalid_parameter', `Step ${index + 1} is not an action that can be repeated`, {
    details: [
      {
        in: 'body',
        path: `/browser/steps/${index}/action${issue ? `/${issue.path.join('/')}` : ''}`,
        rule: 'action',
        message: issue?.message ?? 'must not be a script',
      },
    ],
    hint: 'Actions are as POST /api/v1/browser/sessions/{sessionId}/actions takes them, without element and input.',
  })
}

const withFailed = (results: StepResult[], { action }: StepToReplay, error: string): StepResult[] => [
  ...results,
  { type: String(action.type), status: 'failed', error },
]

const tooLate = (index: number, step: StepToReplay, results: StepResult[]) =>
  new AppError('action_timeout', `The tool timed out at step ${index + 1}`, {
    facts: { results: withFailed(results, step, 'There was no time left.') },
    hint: 'Allow more time with timeoutMs.',
  })

function ofStep(error: unknown, index: number, step: StepToReplay, results: StepResult[]): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, extras } = error
  return new AppError(code, `Step ${index + 1} (${String(step.action.type)}) failed: ${message}`, {
    ...extras,
    facts: { ...extras.facts, results: withFailed(results, step, message) },
    cause: error,
  })
}
