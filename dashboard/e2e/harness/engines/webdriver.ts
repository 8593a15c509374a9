import { setTimeout as pause } from 'node:timers/promises'

/** Sends one command of W3C WebDriver to a session. */
export type WebDriverSession = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<unknown>

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const waitMs = 60_000
/** A command that takes longer never returns. */
const commandLimitMs = 120_000

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(commandLimitMs),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }
  return value
}

export async function startWebDriverSession(
  driverUrl: string,
  capabilities: object,
): Promise<WebDriverSession> {
  const session = await send(`${driverUrl}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } })
  const { sessionId } = session as { sessionId: string }
  return (method, path, body) => send(`${driverUrl}/session/${sessionId}${path}`, method, body)
}

/** The keys of WebDriver that tests press. */
export const keys = {
  enter: '\ue007',
  escape: '\ue00c',
  tab: '\ue004',
  control: '\ue009',
  down: '\ue015',
} as const

/** WebDriver reports no console, so the page notes what it must never have to say. */
const noteFaults = `(() => {
  window.faults = []
  const note = (...words) => window.faults.push(words.map(String).join(' '))
  const { error } = console
  console.error = (...words) => {
    note('console:', ...words)
    error(...words)
  }
  addEventListener('error', ({ error, message, target }) =>
    note('error:', message ?? target.outerHTML, error?.stack ?? ''), { capture: true })
  addEventListener('unhandledrejection', ({ reason }) => note('unhandled:', reason, reason?.stack ?? ''))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    note('policy:', violatedDirective, blockedURI, sample))
})()`

export type WebDriverPage = ReturnType<typeof openWebDriverPage>

type Point = { x: number; y: number }

/** The page of a session, as far as tests need one. Elements are named by CSS, or by an expression of the page. */
export function openWebDriverPage(session: WebDriverSession) {
  const evaluate = <T>(expression: string, ...args: unknown[]): Promise<T> =>
    session('POST', '/execute/sync', { script: `return (${expression})`, args }) as Promise<T>
  /** Waits until the expression is neither false nor null, and returns what it is. */
  async function waitFor<T>(expression: string): Promise<T> {
    const end = Date.now() + waitMs
    for (;;) {
      const value = await evaluate<T>(expression).catch(() => null)
      if (value) return value
      if (Date.now() > end) throw new Error(`${await evaluate('location.href')}: never true: ${expression}`)
      await pause(50)
    }
  }
  const find = async (target: string): Promise<string> =>
    (await waitFor<Record<string, string>>(target))[elementKey]!
  const pointer = (actions: object[]) =>
    session('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  const moveTo = ({ x, y }: Point) => ({
    type: 'pointerMove',
    duration: 100,
    x: Math.round(x),
    y: Math.round(y),
  })
  return {
    evaluate,
    waitFor,
    /** Loads a page. What goes wrong from then on is noted. */
    async goto(url: string) {
      await session('POST', '/url', { url })
      await evaluate(noteFaults)
    },
    /** What was noted since the last call. */
    faults: () => evaluate<string[]>('window.faults.splice(0)'),
    async click(target: string) {
      await session('POST', `/element/${await find(target)}/click`, {})
    },
    async type(target: string, text: string) {
      await session('POST', `/element/${await find(target)}/value`, { text })
    },
    /** Presses keys one after another, with `held` down. */
    press(pressed: string, held: readonly string[] = []) {
      const down = (value: string) => ({ type: 'keyDown', value })
      const up = (value: string) => ({ type: 'keyUp', value })
      const actions = [
        ...held.map(down),
        ...[...pressed].flatMap((key) => [down(key), up(key)]),
        ...held.map(up),
      ]
      return session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    drag: (from: Point, to: Point) =>
      pointer([
        moveTo(from),
        { type: 'pointerDown', button: 0 },
        moveTo({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }),
        moveTo(to),
        { type: 'pointerUp', button: 0 },
      ]),
    setWindowSize: (width: number, height: number) => session('POST', '/window/rect', { width, height }),
    async screenshot(): Promise<Buffer> {
      return Buffer.from((await session('GET', '/screenshot')) as string, 'base64')
    },
  }
}
