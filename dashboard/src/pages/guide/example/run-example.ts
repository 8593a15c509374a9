import type { Stoa } from '@stoa/sdk'
import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { type Values, valueAt } from './fill-example.ts'
import type { Example } from './parse-example.ts'

export type ExampleResult = {
  /** Shown as it is. */
  text: string
  /** What later examples of the page need. */
  saved: Values
}

const longestWaitMs = 60_000
const pollMs = 500

/** Sends the request of an example as the signed-in user, and again until it has the result that the page waits for. */
export async function runExample(
  api: Stoa,
  example: Example,
  call: ApiCall,
  signal: AbortSignal,
): Promise<ExampleResult> {
  const deadline = Date.now() + longestWaitMs
  while (true) {
    const text = await send(api, call, signal)
    const body = jsonOf(text)
    const { until } = example
    if (until === undefined || valueAt(body, until.path) === until.value || Date.now() > deadline)
      return {
        text: body === undefined ? text : JSON.stringify(body, null, 2),
        saved: savedOf(example, body),
      }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    signal.throwIfAborted()
  }
}

async function send(
  api: Stoa,
  { method, path, params, query, headers, body, file }: ApiCall,
  signal: AbortSignal,
) {
  const options = {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(headers ? { headers } : {}),
    signal,
  }
  if (file) {
    const sent = await api.upload('/api/v1/file/upload/single/{fileType}', {
      ...options,
      // The files of the guide are short texts.
      params: { fileType: 'document' },
      file: new Blob([file.text]),
      name: file.name,
    })
    return JSON.stringify({ success: true, data: sent })
  }
  const response = await api.raw(method, path, { ...options, ...(body === undefined ? {} : { body }) })
  return response.text()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function savedOf({ saves }: Example, body: unknown): Values {
  const found = saves.map(({ name, path }) => [name, valueAt(body, path)] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
