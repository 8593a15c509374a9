import assert from 'node:assert/strict'
import { type Client, dataOf } from './client.ts'

/** What a response said is stored, where it is read again, and what it has to contain there, exactly so often if it is said. */
export type Fact = { path: string; contains: string; times?: number }

/** One request of an area. A fact comes only of what was acknowledged; null is what was refused. */
export type Operation = { area: string; run(name: string): Promise<Fact | null> }

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
