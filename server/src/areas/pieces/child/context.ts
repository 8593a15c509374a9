import type { TriggerEffects, WorkContext, WorkFile } from '../protocol/messages.ts'
import type { Link } from './link.ts'

/**
 * What the framework hands to actions and triggers. What is not offered here fails with a sentence as soon as it is
 * touched, instead of with a type error deep inside of a bundle.
 */
export function contextOf(work: WorkContext, link: Link, effects: TriggerEffects): Record<string, unknown> {
  const store = storeOf(link)
  return only('context', {
    executionType: 'BEGIN',
    auth: work.auth ?? undefined,
    propsValue: { ...work.values, ...filesOf(work.files) },
    store,
    files: only('context.files', { write: writeFile(link) }),
    connections: only('context.connections', { get: async () => null }),
    server: { apiUrl: `${work.publicUrl}/`, publicUrl: `${work.publicUrl}/`, token: '' },
    project: { id: work.project, externalId: async () => work.project },
    flows: only('context.flows', {
      current: { id: work.callId, version: { id: work.callId } },
      list: async () => ({ data: [], next: null, previous: null }),
    }),
    step: { name: 'step' },
    run: only('context.run', { id: work.callId, stop: noWork, respond: noWork, isTest: false }),
    output: { update: async () => {} },
    tags: { add: async () => {} },
    webhookUrl: work.webhookUrl,
    payload: payloadOf(work.payload),
    setSchedule(schedule: { cronExpression: string; timezone?: string }) {
      effects.schedule = {
        cronExpression: schedule.cronExpression,
        timezone: schedule.timezone ?? 'UTC',
      }
    },
    app: only('context.app', {
      createListeners(listeners: { events: string[]; identifierValue: string }) {
        effects.listeners = { events: listeners.events, identifierValue: listeners.identifierValue }
      },
    }),
    // Helpers of the framework begin again where this is false, and forget what came in between.
    isRepublish: work.isRepublish,
    // Read by the framework's own helpers, which continue when there is none.
    isTest: false,
    maxItemsToPoll: undefined,
    searchValue: undefined,
    agent: undefined,
    connection: undefined,
    generateResumeUrl: undefined,
    resumePayload: undefined,
    serverUrl: work.publicUrl,
  })
}

function storeOf(link: Link) {
  const keyOf = (key: string, scope: string | undefined) => ({ key: String(key), scope: scope ?? 'FLOW' })
  return only('context.store', {
    async get(key: string, scope?: string) {
      return (await link.request('store.get', keyOf(key, scope))).value
    },
    async put(key: string, value: unknown, scope?: string) {
      await link.request('store.put', { ...keyOf(key, scope), value: value ?? null })
      return value
    },
    async delete(key: string, scope?: string) {
      await link.request('store.delete', keyOf(key, scope))
    },
  })
}

const writeFile =
  (link: Link) =>
  async ({ fileName, data }: { fileName: string; data: Uint8Array }) => {
    const { value } = await link.request('file.write', { fileName: String(fileName) }, Buffer.from(data))
    return value
  }

function filesOf(files: Readonly<Record<string, WorkFile>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(files).map(([name, { filename, extension, base64 }]) => [
      name,
      { filename, extension, data: Buffer.from(base64, 'base64'), base64 },
    ]),
  )
}

/** Signatures of webhooks are over the bytes, which travel as base64. */
function payloadOf(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const { rawBody, ...rest } = payload as { rawBody?: unknown }
  return typeof rawBody === 'string' ? { ...rest, rawBody: Buffer.from(rawBody, 'base64') } : payload
}

/** Names that the language itself reads, on any object. */
const requestedByLanguage = new Set([
  'then',
  'toJSON',
  'constructor',
  'asymmetricMatch',
  'nodeType',
  'inspect',
])

function only<T extends object>(name: string, offered: T): T {
  return new Proxy(offered, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || requestedByLanguage.has(key))
        return Reflect.get(target, key, receiver)
      throw new Error(`This piece uses \`${name}.${key}\`, which is not available to tools.`)
    },
  })
}

const noWork = () => {}
