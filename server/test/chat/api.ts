import assert from 'node:assert/strict'
import { Client } from '@langchain/langgraph-sdk'
import type { Caller } from '../harness.ts'

export const threadsBase = '/api/v1/graphify/threads'

/** The official client, at the surface whose responses are always bare. */
export const langGraphClient = (origin: string, apiKey: string): Client =>
  new Client({ apiUrl: `${origin}/api/v1/langgraph`, apiKey, callerOptions: { maxRetries: 0 } })

export async function newThread(caller: Caller, body: object = {}): Promise<string> {
  const { status, body: made, text } = await caller.post(threadsBase, body)
  assert.equal(status, 200, text)
  return made.data.thread_id
}

/** Runs in a thread and waits; the values of the thread. */
export async function runIn(caller: Caller, threadId: string, text: string, more: object = {}) {
  const {
    status,
    body,
    text: raw,
  } = await caller.post(`${threadsBase}/${threadId}/runs/wait`, {
    input: { messages: [{ type: 'human', content: text }] },
    ...more,
  })
  assert.equal(status, 200, raw)
  return body.data
}

export type Frame = { id: string; event: string; data: unknown }

/** The frames of a stream, as they are written. */
export function framesIn(text: string): Frame[] {
  return text
    .split('\n\n')
    .filter((part) => part.includes('data:'))
    .map((part) => {
      const field = (name: string) =>
        part
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ''
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) as unknown }
    })
}
