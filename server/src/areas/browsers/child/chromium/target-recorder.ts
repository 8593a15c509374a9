import type { BrowserContext, Locator } from 'playwright-core'
import type { CdpMessage, RecordedTarget } from '../../protocol/messages.ts'
import { clip } from '../driver.ts'
import { elementFacts } from './element-facts.ts'
import { secretFields } from './page-scripts.ts'
import type { Pipe } from './pipe.ts'

const engine = 'stoa_record'
const binding = '__stoaRecorded'
const worldPrefix = '__playwright_utility_world'
const maxSelectorLength = 2_000
const maxLabelLength = 100
const readTimeoutMs = 5_000

/**
 * A selector engine that finds the element it is given. Playwright calls it behind the selector of an action, in the same
 * round trip and in a world that the scripts of the page do not reach, so that an action that is recorded takes no longer
 * than one that is not. The binding reports before the action is done, after which there may be no such element.
 */
const engineSource = `({
  queryAll(element) {
    self.stoaTarget = element
    try { self.${binding}(JSON.stringify((${elementFacts.toString()})(element))) } catch { self.${binding}('null') }
    return [element]
  },
  query(element) { return this.queryAll(element)[0] },
})`

const readSecret = `self.stoaTarget.matches(${JSON.stringify(secretFields)})`

type Seen = { facts: unknown; contextId: unknown; sessionId: string }

/** Of the elements of actions: by what they are found in another session, and whether they are secret. */
export function createTargetRecorder(pipe: Pipe) {
  const pending = new Map<number, (result: unknown) => void>()
  const worlds = new Map<string, string>()
  let last = 0
  let seen: Seen | null = null
  const client = pipe.connect({
    rootSession: undefined,
    onMessage({ id = 0, result }) {
      pending.get(id)?.(result)
      pending.delete(id)
    },
    onClose() {
      for (const resolve of pending.values()) resolve(null)
      pending.clear()
    },
  })

  function call(method: string, params: Record<string, unknown>, sessionId: string): Promise<unknown> {
    const id = ++last
    return new Promise((resolve) => {
      const settle = (result: unknown) => {
        clearTimeout(timer)
        resolve(result)
      }
      const timer = setTimeout(() => {
        pending.delete(id)
        resolve(null)
      }, readTimeoutMs)
      pending.set(id, settle)
      client.send({ id, method, params, sessionId })
    })
  }

  return {
    /** Each target that Playwright attaches to has a world for its scripts, in which the binding must be. */
    noteSent({ method, params, sessionId }: CdpMessage): void {
      if (method !== 'Page.addScriptToEvaluateOnNewDocument' || sessionId === undefined) return
      const world = String(params?.worldName ?? '')
      if (!world.startsWith(worldPrefix)) return
      worlds.set(sessionId, world)
      void call('Runtime.addBinding', { name: binding, executionContextName: world }, sessionId)
    },
    /** Whether it says that such a world is there: the browser reports it to all that are attached to the page. */
    announces({ method, params }: CdpMessage): boolean {
      if (method !== 'Runtime.executionContextCreated') return false
      const { name = '' } = (params?.context ?? {}) as { name?: string }
      return name.startsWith(worldPrefix) && [...worlds.values()].includes(name)
    },
    /** Whether it was a report of ours, which is none of Playwright's business. */
    take({ method, params, sessionId }: CdpMessage): boolean {
      if (method === 'Target.detachedFromTarget') worlds.delete(String(params?.sessionId))
      if (method !== 'Runtime.bindingCalled' || params?.name !== binding) return false
      const { payload, executionContextId: contextId } = params
      seen = { facts: JSON.parse(String(payload)), contextId, sessionId: sessionId! }
      return true
    },
    /**
     * Engines can be registered for all contexts, but the one that a browser starts with does not get them: this is the call
     * by which Playwright itself adds one to a context that exists.
     */
    async install(context: BrowserContext): Promise<void> {
      const { _channel: channel } = context as unknown as { _channel: Channel }
      const selectorEngine = { name: engine, source: engineSource, contentScript: true }
      await channel.registerSelectorEngine({ selectorEngine }, { timeout: 0 })
    },
    recording(locator: Locator): Locator {
      seen = null
      return locator.locator(`${engine}=1`)
    },
    /** Of the last action with a locator of this. */
    target: (origin: string): RecordedTarget | null => targetOf(seen?.facts, origin),
    /** As it is by now: there are fields that become those of passwords once something is typed. True where that is unknown. */
    async isSecret(): Promise<boolean> {
      if (!seen) return true
      const { contextId, sessionId } = seen
      const params = { contextId, expression: readSecret, returnByValue: true }
      const evaluated = (await call('Runtime.evaluate', params, sessionId)) as Evaluated
      return evaluated?.result?.value !== false
    },
  }
}

type Channel = {
  registerSelectorEngine(
    params: { selectorEngine: { name: string; source: string; contentScript: boolean } },
    options: { timeout: number },
  ): Promise<void>
}
type Evaluated = { result?: { value?: unknown } } | null

/** The document is where it comes from, whose author can name elements like properties of others. */
function targetOf(facts: unknown, origin: string): RecordedTarget | null {
  const { isInFrame, name, selectors } = (facts ?? {}) as Record<string, unknown>
  if (!Array.isArray(selectors)) return null
  const usable = selectors.filter((each) => typeof each === 'string' && each.length <= maxSelectorLength)
  return {
    label: clip(String(name), maxLabelLength),
    origin,
    isInFrame: Boolean(isInFrame),
    selectors: isInFrame ? [] : usable.slice(0, 10),
  }
}

/** How Playwright names locators in messages, without ours. */
export const withoutRecorder = (text: string): string => text.replaceAll(`.locator('${engine}=1')`, '')

export type TargetRecorder = ReturnType<typeof createTargetRecorder>
