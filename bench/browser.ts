import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Bare, type Frames, launchBare, watchBare } from './browser/bare.ts'
import { memoryOfBrowsers } from './browser/memory.ts'
import { type Session, sessionsOf, watchSession } from './browser/session.ts'
import { startPages } from './browser/site.ts'
import { describeMachine } from './machine.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, markdown, median } from './report-format.ts'
import { inRounds, timed } from './sandbox/timing.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { starts: 3, actions: 10, presses: 5, viewMs: 1_500, sessions: 2, maxMs: 15_000 }
  : { starts: 10, actions: 60, presses: 30, viewMs: 4_000, sessions: 6, maxMs: 60_000 }
const user = 'bench'
const fields = [0, 1, 2, 3, 4].map((at) => `[name=f${at}]`)
const fills = fields.map((selector) => ({ type: 'fill', selector, value: 'some text' }))

type Row = [string, string, string, string]
type Sessions = ReturnType<typeof sessionsOf>

await runBenchmark(main)

/** Browser sessions beside Playwright with the same browser in this process, alternating. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(300_000)
  const machine = describeMachine()
  const site = await startPages(cleanup)
  const product = await startProduct(cleanup, { STOA_ALLOW_PRIVATE: '127.0.0.1/32' })
  const sessions = sessionsOf(product)
  const rows: Row[] = await starts(sessions)
  signal.throwIfAborted()
  const bare = await launchBare()
  cleanup.defer(() => bare.browser.close())
  const session = await sessions.open(user)
  rows.push(...(await actions(sessions, session, bare, site)))
  signal.throwIfAborted()
  rows.push(...(await liveView(product, sessions, session, bare, site)))
  await sessions.close(user, session)
  signal.throwIfAborted()
  const memory = await memoryText(product, sessions, site)
  console.log(`${machine}, medians:\n`)
  console.log(markdown(['', 'Stoa', 'bare Playwright', 'ratio'], rows))
  console.log(`\n${memory}`)
}

function row(name: string, ours: number, theirs: number, unit: string): Row {
  return [name, `${fixed(ours, 1)} ${unit}`, `${fixed(theirs, 1)} ${unit}`, fixed(ours / theirs, 2)]
}

async function starts(sessions: Sessions): Promise<Row[]> {
  let first: Session | null = null
  const cold = await timed(async () => {
    first = await sessions.open(user)
  })
  await sessions.close(user, first!)
  const warm: number[] = []
  const [, bare] = await inRounds(
    { times: plan.starts, maxMs: plan.maxMs },
    async () => {
      // The spare one is started behind a session that was opened.
      await pause(1_500)
      let opened: Session | null = null
      warm.push(
        await timed(async () => {
          opened = await sessions.open(user)
        }),
      )
      await sessions.close(user, opened!)
    },
    async () => (await launchBare()).browser.close(),
  )
  return [
    ['session ready, first after the start of the server', `${fixed(cold, 0)} ms`, '', ''],
    row('session ready, with a spare browser', median(warm), median(bare!), 'ms'),
  ]
}

/** The same action, ours by HTTP with its log entry and its check, theirs in the process. */
async function actions(sessions: Sessions, session: Session, { page }: Bare, site: string): Promise<Row[]> {
  const url = `${site}/form`
  const act = (action: object) => sessions.act(user, session, action)
  const kinds: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['goto', () => act({ type: 'goto', url }), () => page.goto(url)],
    ['click', () => act({ type: 'click', selector: 'button' }), () => page.locator('button').click()],
    [
      'fill',
      () => act({ type: 'fill', selector: '[name=f3]', value: 'some text' }),
      () => page.locator('[name=f3]').fill('some text'),
    ],
    [
      'evaluate',
      () => act({ type: 'evaluate', expression: 'document.title' }),
      () => page.evaluate('document.title'),
    ],
    [
      'accessibility snapshot',
      () => sessions.snapshot(user, session),
      () => page.locator('body').ariaSnapshot(),
    ],
    ['five fills in one request', () => sessions.act(user, session, ...fills), () => fillFive(page)],
  ]
  const rows: Row[] = []
  for (const [name, ours, theirs] of kinds) {
    await inRounds({ times: 3, maxMs: 5_000 }, ours, theirs)
    const [own, bare] = await inRounds({ times: plan.actions, maxMs: plan.maxMs / 6 }, ours, theirs)
    rows.push(row(name, median(own!), median(bare!), 'ms'))
  }
  return rows
}

async function fillFive(page: Bare['page']): Promise<void> {
  for (const field of fields) await page.locator(field).fill('some text')
}

async function liveView(
  product: Product,
  sessions: Sessions,
  session: Session,
  bareOne: Bare,
  site: string,
): Promise<Row[]> {
  const { page } = bareOne
  const goTo = async (path: string) => {
    await sessions.act(user, session, { type: 'goto', url: site + path })
    await page.goto(site + path)
  }
  const perSecond = async (frames: Frames): Promise<number> => {
    const before = frames.count
    const ms = await timed(() => pause(plan.viewMs))
    return ((frames.count - before) / ms) * 1000
  }
  await goTo('/button')
  const handoff = await sessions.takeOver(user, session)
  const ours = await watchSession(product, handoff.liveViewUrl)
  const theirs = await watchBare(bareOne)
  await pause(1_000)
  const pressed = (frames: Frames) => async () => {
    const next = frames.next()
    await frames.press()
    await next
  }
  const rounds = { times: plan.presses, maxMs: plan.maxMs / 3, pauseMs: 100 }
  const [own, bare] = await inRounds(rounds, pressed(ours), pressed(theirs))
  await sessions.handBack(user, handoff)
  await goTo('/moving')
  // One after the other: side by side they would share the processors.
  await page.goto('about:blank')
  const ownRate = await perSecond(ours)
  await sessions.act(user, session, { type: 'goto', url: `${site}/form` })
  await page.goto(`${site}/moving`)
  const bareRate = await perSecond(theirs)
  await Promise.all([ours.close(), theirs.close()])
  return [
    row('click to the next image', median(own!), median(bare!), 'ms'),
    row('images of a page that moves', ownRate, bareRate, '/s'),
  ]
}

async function memoryText(product: Product, sessions: Sessions, site: string): Promise<string> {
  const open = async (at: number) => {
    const name = `${user}-${at}`
    const session = await sessions.open(name)
    await sessions.act(name, session, { type: 'goto', url: `${site}/form` })
    return () => sessions.close(name, session)
  }
  const first = await open(0)
  await pause(2_000)
  const before = memoryOfBrowsers(product.pid)
  const closers = [first]
  for (let at = 1; at <= plan.sessions; at++) closers.push(await open(at))
  await pause(2_000)
  const each = (memoryOfBrowsers(product.pid) - before) / plan.sessions
  await Promise.all(closers.map((close) => close()))
  return `${fixed(each, 0)} MB of memory for one more session with a small page (proportional set size), ${fixed(1024 / each, 0)} sessions in a GB.`
}
