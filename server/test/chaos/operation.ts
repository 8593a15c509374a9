import assert from 'node:assert/strict'
import { type Client, dataOf } from './client.ts'

/** What a response said is stored, where it is read again, and what it has to contain there, exactly so often if it is said. */
export type Fact = {
  path: string
  contains: string
  times?: number
  /** Of those who may read it, where the key of the load may not. */
  headers?: Record<string, string>
  /** From the request to delete it on nothing is expected; once that is acknowledged, that it is deleted. */
  state?: 'deleting' | 'deleted'
}

/** One request of an area. A fact comes only of what was acknowledged; null is what was refused. */
export type Operation = { area: string; run(name: string): Promise<Fact | null> }

/** How something is deleted again, and what stays at its place, if anything does. */
export type Deletion = { path: string; leaves?: string }

type Deletable = { fact: Fact; deletion: Deletion }

// Far below the limits of a project.
const maxStored = 20

/** Before the load begins: what it works on. */
export async function create(send: Client, path: string, body: unknown): Promise<string> {
  const { status, text } = await send('POST', path, body)
  assert.equal(status, 200, text)
  return dataOf(text).id!
}

/** Creates something with the name, which is read again where the response leads. */
export const stored =
  (
    send: Client,
    path: string,
    body: (name: string) => object,
    whereOf: (data: Record<string, string>) => string,
  ): Operation['run'] =>
  async (name) => {
    const { status, text } = await send('POST', path, body(name))
    return status === 200 ? { path: whereOf(dataOf(text)), contains: name } : null
  }

/**
 * For what a project may have only so much of: the oldest is deleted again, so that the load can last for hours. That a
 * deletion was acknowledged is compared like everything else.
 */
export function keptBriefly(
  send: Client,
  make: (name: string) => Promise<Deletable | null>,
): Operation['run'] {
  const kept: Deletable[] = []
  return async (name) => {
    const made = await make(name)
    if (!made) return null
    kept.push(made)
    if (kept.length > maxStored) await removed(send, kept.shift()!)
    return made.fact
  }
}

async function removed(send: Client, { fact, deletion }: Deletable): Promise<void> {
  fact.state = 'deleting'
  const response = await send('DELETE', deletion.path, undefined, fact.headers).catch(() => null)
  if (response?.status !== 200) return
  fact.state = 'deleted'
  if (deletion.leaves !== undefined) Object.assign(fact, { contains: deletion.leaves, state: undefined })
}

/** `stored`, for what a project may have only so much of. */
export const storedBriefly = (
  send: Client,
  path: string,
  body: (name: string) => object,
  deletionOf: (id: string) => Deletion & { where: string },
): Operation['run'] =>
  keptBriefly(send, async (name) => {
    const { status, text } = await send('POST', path, body(name))
    if (status !== 200) return null
    const { where, ...deletion } = deletionOf(dataOf(text).id!)
    return { fact: { path: where, contains: name }, deletion }
  })
