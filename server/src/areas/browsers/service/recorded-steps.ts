import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Expectation, RecordedTarget } from '../protocol/messages.ts'
import type { Viewport } from '../schema/session.ts'
import { listEvents, type StoredEvent } from '../store/event.ts'
import { hidden, maxLoggedLength } from './logged-action.ts'
import type { Sessions } from './sessions.ts'

/** What was given to an action, and may be another thing the next time. */
export type RecordedInput = {
  kind: 'text' | 'choices' | 'files'
  /** Null for secrets, which were never stored, and for what was too long to be. */
  value: string | string[] | null
  isSecret: boolean
  label: string
}

export type RecordedStep = {
  /** As `POST …/actions` takes it, without its element and its input. */
  action: Record<string, unknown>
  selectors: string[]
  /** Of the page in which something was typed. */
  origin: string | null
  input: RecordedInput | null
  expect: Expectation | null
}

export type RecordedSession = {
  steps: RecordedStep[]
  options: { viewport: Viewport; locale: string; timezone: string; allowedHosts: string[] | null }
  hasProfile: boolean
  /** What is not in the steps although it happened. */
  warnings: string[]
}

export type EventRange = { fromEvent?: number | undefined; toEvent?: number | undefined }

const maxSteps = 100
const maxEvents = 5_000
// Nothing of the page depends on them, or they read it.
const ignored: readonly unknown[] = ['evaluate']

/** The actions of a session as steps that can be done again, in a session of anyone. */
export function createRecordedSteps({ db, sessions }: { db: Db; sessions: Sessions }) {
  return async function read(scope: Scope, id: string, range: EventRange): Promise<RecordedSession> {
    const session = await sessions.get(scope, id)
    if (session.driver !== 'chromium')
      throw new AppError('unsupported_by_driver', 'The http driver records no elements', {
        hint: 'Record the steps in a session with the chromium driver.',
      })
    const { fromEvent = 1, toEvent = maxEvents } = range
    const { events } = await listEvents(db, session, { after: fromEvent - 1, limit: maxEvents, type: null })
    const { steps, warnings } = stepsOf(events.filter(({ number }) => number <= toEvent))
    if (steps.length === 0 || steps.length > maxSteps) throw notConvertible(steps.length)
    const { viewport, locale, timezone, allowedHosts, proxy } = session.options
    if (proxy) warnings.push('The proxy of the session is not used by the tool.')
    return {
      steps,
      options: { viewport, locale, timezone, allowedHosts },
      hasProfile: session.profileId !== null,
      warnings,
    }
  }
}

export type ReadRecordedSteps = ReturnType<typeof createRecordedSteps>

const notConvertible = (count: number) =>
  new AppError(
    'invalid_state',
    count === 0
      ? 'The session has no actions that a tool could repeat'
      : `The session has ${count} actions, but a tool can have at most ${maxSteps}`,
    { facts: { actions: count }, hint: 'Choose the part to be repeated with fromEvent and toEvent.' },
  )

function stepsOf(events: readonly StoredEvent[]): Pick<RecordedSession, 'steps' | 'warnings'> {
  const steps: RecordedStep[] = []
  const warnings: string[] = []
  let before = ''
  for (const { number, type, data } of events) {
    if (type === 'control' && data.control === 'human')
      warnings.push(`Event ${number}: what a human did in the handoff is not recorded.`)
    if (type !== 'action' || data.status !== 'succeeded') continue
    const reason = reasonToSkip(data)
    if (reason === null) {
      const step = stepOf(data, before)
      if (correctsLast(steps.at(-1), step)) steps.pop()
      steps.push(step)
    } else warnings.push(`Event ${number}: ${String(data.type)} is left out: ${reason}.`)
    before = String(data.url ?? '')
  }
  const typed = steps.flatMap(({ input }) => (typeof input?.value === 'string' ? [input.value] : []))
  return { steps: steps.map((step) => ({ ...step, expect: withoutTyped(step.expect, typed) })), warnings }
}

/** What was typed in this session is another thing in the next, also where the page repeats it. */
function withoutTyped(expect: Expectation | null, typed: readonly string[]): Expectation | null {
  if (!expect?.url) return expect
  const holdsTyped = (text: string) => typed.some((value) => value !== '' && text.includes(value))
  const { origin, pathname } = new URL(expect.url)
  const path = pathname.split('/').map((each) => (holdsTyped(decoded(each)) ? '*' : each))
  const { title, ...others } = expect
  const isStable = title !== undefined && !holdsTyped(title)
  return { ...others, url: `${origin}${path.join('/')}`, ...(isStable ? { title } : {}) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const targetOf = ({ target }: StoredEvent['data']): RecordedTarget | null =>
  (target as RecordedTarget | undefined) ?? null

function reasonToSkip(data: StoredEvent['data']): string | null {
  if (ignored.includes(data.type)) return 'scripts are not repeated'
  const target = targetOf(data)
  if (target?.isInFrame) return 'its element is in a frame'
  if (target && target.selectors.length === 0) return 'nothing identifies its element alone'
  if (data.ref !== undefined && !target) return 'its element was known only by a ref'
  return null
}

/** What was typed into the same field right before was a mistake. */
const correctsLast = (last: RecordedStep | undefined, next: RecordedStep): boolean =>
  last?.action.type === 'fill' &&
  next.action.type === 'fill' &&
  last.action.submit !== true &&
  last.expect === null &&
  last.selectors[0] === next.selectors[0]

const ofLog = new Set(['ref', 'selector', 'target', 'status', 'durationMs', 'url', 'requestedUrl', 'title'])
const inputs = { fill: 'value', select: 'values', upload: 'fileIds' } as const

function stepOf(data: StoredEvent['data'], before: string): RecordedStep {
  const target = targetOf(data)
  const field = inputs[data.type as keyof typeof inputs]
  const selector = typeof data.selector === 'string' ? [data.selector] : []
  const action = Object.fromEntries(
    Object.entries(data).filter(([name]) => !ofLog.has(name) && name !== field),
  )
  if (data.type === 'goto' || data.type === 'wait') Object.assign(action, requestedIn(data))
  return {
    action,
    selectors: target?.selectors ?? selector,
    origin: field === undefined ? null : (target?.origin ?? null),
    input: field === undefined ? null : inputOf(data, field, target?.label ?? ''),
    expect: expectationOf(data, before),
  }
}

/** In the log `url` is where it led to. */
const requestedIn = ({ type, url, requestedUrl }: StoredEvent['data']) =>
  typeof requestedUrl === 'string' ? { url: requestedUrl } : type === 'goto' ? { url } : {}

function inputOf(data: StoredEvent['data'], field: string, label: string): RecordedInput {
  const value = data[field]
  if (field === 'fileIds') return { kind: 'files', value: null, isSecret: false, label }
  if (field === 'values') return { kind: 'choices', value: value as string[], isSecret: false, label }
  const isSecret = value === hidden
  const isWhole = typeof value === 'string' && value.length < maxLoggedLength
  return { kind: 'text', value: isSecret || !isWhole ? null : value, isSecret, label }
}

/** Where a step led to another page, that page must come again; what differs from run to run is left open. */
function expectationOf({ url, title }: StoredEvent['data'], before: string): Expectation | null {
  const [now, then] = [URL.parse(String(url)), URL.parse(before)]
  if (!now || !/^https?:$/.test(now.protocol)) return null
  if (then?.origin === now.origin && then.pathname === now.pathname) return null
  const path = now.pathname
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '*' : segment))
    .join('/')
  const isStable = typeof title === 'string' && title !== '' && !/\d/.test(title)
  return { url: `${now.origin}${path}`, ...(isStable ? { title } : {}) }
}
