import assert from 'node:assert/strict'
import { apiKey } from '../process/stoa.ts'

/** What a response said is stored, where it reads that again, and what it has to contain. */
export type Fact = { path: string; contains: string }

type Client = (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<{ status: number; text: string }>

/** Where the server is may change with every start; a request to one that is down fails like any other. */
export const createClient =
  (api: () => string): Client =>
  async (method, path, body, key) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${api()}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

const dataOf = (text: string) => (JSON.parse(text) as { data: Record<string, string> }).data

const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'shout',
      type: 'action',
      toolSlug: 'text_change_case',
      inputMapping: { text: '{{ input.name }}', to: 'upper' },
    },
    { id: 'end', type: 'end', output: '{{ nodes.shout.output.text }}' },
  ],
  edges: [
    { from: 'start', to: 'shout' },
    { from: 'shout', to: 'end' },
  ],
}

/** Makes what the load works on, and returns one request of each area; a fact comes only of what was acknowledged. */
export async function prepareLoad(send: Client) {
  const create = async (path: string, body: unknown) => {
    const { status, text } = await send('POST', path, body)
    assert.equal(status, 200, text)
    return dataOf(text).id!
  }
  const documents = `/table/collections/${await create('/table/collections', { name: 'Chaos' })}/documents`
  const workflowId = await create('/workflow/manager/create', { name: 'Chaos', graph })
  await send('PATCH', `/workflow/manager/activeStatus/${workflowId}`, { activeStatus: true })
  // A balance that can be wrong, instead of none.
  assert.equal((await send('POST', '/usage/grants', { credits: 100_000, reason: 'chaos' })).status, 200)

  const operations: ((name: string) => Promise<Fact | null>)[] = [
    async (name) => {
      const { status, text } = await send('POST', '/external-users', { name }, name)
      return status === 200 ? { path: `/external-users/${dataOf(text).id}`, contains: name } : null
    },
    async (name) => {
      const { status, text } = await send('POST', documents, { note: name })
      return status === 200 ? { path: `${documents}/${dataOf(text).id}`, contains: name } : null
    },
    async (name) => {
      const form = new FormData()
      form.set('file', new Blob([name]), `${name}.txt`)
      const { status, text } = await send('POST', '/file/upload/single/document', form)
      return status === 200 ? { path: `/file/download/${dataOf(text).id}`, contains: name } : null
    },
    async (name) => {
      const body = { input: { name }, wait: 30_000 }
      const { status, text } = await send('POST', `/workflow/manager/execute/${workflowId}`, body)
      if (status !== 200) return null
      // What was accepted ends with its output, also when its node is killed.
      const { executionId } = dataOf(text)
      return { path: `/workflow/manager/executions/${executionId}`, contains: name.toUpperCase() }
    },
    async (name) => {
      await send('POST', '/tools/execute/text_change_case', { arguments: { text: name, to: 'upper' } })
      return null
    },
  ]
  return operations
}
