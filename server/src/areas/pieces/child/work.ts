import type { Message, TriggerEffects, Work } from '../protocol/messages.ts'
import { failureOf, type Piece, type PieceOperation, type Prop, writable, written } from './bundle.ts'
import { contextOf } from './context.ts'
import type { Link } from './link.ts'

type Method = (...args: unknown[]) => unknown

/** The body is the value, in JSON. */
export type Performed = { done: Extract<Message, { t: 'done' }>; body: Buffer | null }

const maxResultLength = 8 * 1024 * 1024
const tooLarge: Performed = {
  done: {
    t: 'done',
    ok: false,
    failure: { message: 'The result is larger than 8 MB; request less data.', isTooLarge: true },
  },
  body: null,
}

/** Executes one work item and returns its outcome; it never throws. */
export async function perform(piece: Piece, work: Work, link: Link): Promise<Performed> {
  const effects: TriggerEffects = {}
  try {
    const value = await done(piece, work, link, effects)
    const body = Buffer.from(written(value))
    if (body.length > maxResultLength) return tooLarge
    return { done: { t: 'done', ok: true, effects: writable(effects) as TriggerEffects }, body }
  } catch (error) {
    return { done: { t: 'done', ok: false, failure: failureOf(error) }, body: null }
  }
}

async function done(piece: Piece, work: Work, link: Link, effects: TriggerEffects): Promise<unknown> {
  if (work.kind === 'app-webhook') return appWebhook(piece, work)
  const context = contextOf(work.context, link, effects)
  return work.kind === 'options' ? options(piece, work, context) : run(piece, work, context)
}

/** Such a hook is given what came and nothing else: there is no account yet. */
async function appWebhook(
  { events }: Piece,
  { hook, input }: Extract<Work, { kind: 'app-webhook' }>,
): Promise<unknown> {
  const method = events?.[hook]
  if (typeof method !== 'function') throw new Error(`The piece has no ${hook} for incoming webhooks.`)
  return await (method as Method).call(events, input)
}

async function run(
  piece: Piece,
  work: Exclude<Work, { kind: 'options' | 'app-webhook' }>,
  context: Record<string, unknown>,
): Promise<unknown> {
  const operation = find(piece, work.kind, work.name)
  const hook = work.kind === 'action' ? 'run' : work.hook
  const method = operation[hook]
  if (typeof method !== 'function') throw new Error(`"${work.name}" has no ${hook}.`)
  return await (method as Method).call(operation, context)
}

async function options(
  piece: Piece,
  work: Extract<Work, { kind: 'options' }>,
  context: Record<string, unknown>,
): Promise<unknown> {
  const prop = find(piece, work.owner, work.name).props?.[work.field]
  const method = [prop?.options, prop?.props].find((each) => typeof each === 'function')
  if (!prop || !method) throw new Error(`The field "${work.field}" has no dynamic options.`)
  const values = { ...(context.propsValue as object), auth: context.auth }
  const result = await (method as Method).call(
    prop,
    values,
    Object.assign(context, { searchValue: work.search }),
  )
  return { isFields: prop.type === 'DYNAMIC', result: plain(result) }
}

/** Fields that depend on others may again have dynamic choices: what is a function becomes `true`. */
const plain = (result: unknown): unknown =>
  JSON.parse(
    JSON.stringify(result ?? null, (_key, value: Prop | unknown) =>
      typeof value === 'function' ? true : value,
    ),
  )

function find(piece: Piece, kind: 'action' | 'trigger', name: string): PieceOperation {
  const all = kind === 'action' ? piece.actions() : piece.triggers()
  const found = Object.values(all).find((each) => each.name === name)
  if (!found) throw new Error(`The piece has no ${kind} "${name}".`)
  return found
}
