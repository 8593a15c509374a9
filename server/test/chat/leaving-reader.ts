import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Frame, framesIn, threadsBase } from './api.ts'

export type Conversation = {
  /** The nodes at which the client reads in turn; the run is started at the first. */
  origins: readonly string[]
  apiKey: string
  threadId: string
  text: string
  /** After so many bytes the client leaves, in the middle of whatever is sent then; never where it is not set. */
  leaveAfter?: number
}

const maxTries = 10

const headersOf = (apiKey: string) => ({ 'x-api-key': apiKey, 'content-type': 'application/json' })

/** Says something in a thread and reads the run to its end, as a client that leaves and comes back elsewhere. */
export async function converse(conversation: Conversation): Promise<Frame[]> {
  const { origins, apiKey, threadId, text, leaveAfter } = conversation
  const headers = headersOf(apiKey)
  const first = await fetchWhenFree(`${origins[0]}${threadsBase}/${threadId}/runs/stream`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ input: { messages: [{ type: 'human', content: text }] } }),
  })
  const path = `${threadsBase}${first.headers.get('content-location')!.slice('/threads'.length)}/stream`
  const seen = await readFrames(first, leaveAfter)
  for (let visit = 1; seen.at(-1)?.event !== 'end'; visit++) {
    const lastId = seen.findLast(({ id }) => id !== '')?.id
    const resumed = await fetchWhenFree(`${origins[visit % origins.length]}${path}`, {
      headers: { ...headers, ...(lastId ? { 'last-event-id': lastId } : {}) },
    })
    seen.push(...(await readFrames(resumed, visit < 4 ? 900 : undefined)))
  }
  return seen
}

/** A server that is overloaded says so: clients repeat the request. */
async function fetchWhenFree(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tries === maxTries) return response
    await response.body?.cancel()
    await pause(tries * 100)
  }
}

/** A run that has ended, from its beginning. */
export async function replay(
  origin: string,
  apiKey: string,
  threadId: string,
  runId: string,
): Promise<Frame[]> {
  const url = `${origin}${threadsBase}/${threadId}/runs/${runId}/stream`
  return readFrames(await fetch(url, { headers: headersOf(apiKey) }))
}

async function readFrames(response: Response, leaveAfter = Number.POSITIVE_INFINITY): Promise<Frame[]> {
  assert.equal(response.status, 200)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > leaveAfter) {
      // What was read of a frame that is not complete is lost to a client.
      text = text.slice(0, leaveAfter)
      break
    }
  }
  return framesIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
}

/** What must come exactly once, with its ids. */
export const deltasOf = (frames: readonly Frame[]) =>
  frames
    .filter(({ event }) => event === 'messages')
    .map(({ id, data }) => ({ id, chunk: (data as unknown[])[0] }))
