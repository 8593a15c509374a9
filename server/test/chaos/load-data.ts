import type { Client } from './client.ts'
import { dataOf } from './client.ts'
import { create, type Operation, stored, storedBriefly } from './operation.ts'

/** What callers store: users, documents, files, settings, knowledge. */
export async function dataOperations(send: Client): Promise<Operation[]> {
  const documents = `/table/collections/${await create(send, '/table/collections', { name: 'Chaos' })}/documents`
  const knowledge = `/knowledge/collections/${await create(send, '/knowledge/collections', { name: 'Chaos' })}`
  return [
    {
      area: 'external users',
      run: stored(
        send,
        '/external-users',
        (name) => ({ name }),
        ({ id }) => `/external-users/${id}`,
      ),
    },
    { area: 'tables', run: insertOnce(send, documents) },
    {
      area: 'files',
      async run(name) {
        const form = new FormData()
        form.set('file', new Blob([`${name} `.repeat(40)]), `${name}.txt`)
        const { status, text } = await send('POST', '/file/upload/single/document', form)
        return status === 200 ? { path: `/file/download/${dataOf(text).id}`, contains: name } : null
      },
    },
    {
      area: 'keys',
      run: storedBriefly(
        send,
        '/api-keys',
        (name) => ({ name, role: 'member' }),
        (id) => ({ where: `/api-keys/${id}`, path: `/api-keys/${id}`, leaves: '"revokedAt":"2' }),
      ),
    },
    {
      area: 'skills',
      run: storedBriefly(
        send,
        '/skills/create',
        (name) => ({ name, description: 'Made under load', instructions: `Say ${name}.` }),
        (id) => ({ where: `/skills/detail/${id}`, path: `/skills/delete/${id}` }),
      ),
    },
    {
      area: 'mcp servers',
      run: storedBriefly(
        send,
        '/mcp_manager',
        (name) => ({ name, mode: 'NORMAL', selectedTools: ['text_slugify'] }),
        (id) => ({ where: `/mcp_manager/${id}`, path: `/mcp_manager/${id}` }),
      ),
    },
    {
      area: 'browser profiles',
      run: storedBriefly(
        send,
        '/browser/profiles',
        (name) => ({ name }),
        (id) => ({ where: `/browser/profiles/${id}`, path: `/browser/profiles/${id}` }),
      ),
    },
    {
      area: 'knowledge',
      // Accepted means that its text can be found later, whatever happens to the node that reads it.
      async run(name) {
        const { status } = await send('POST', `${knowledge}/ingest/text`, {
          title: name,
          content: `About ${name}.`,
        })
        return status === 200
          ? { path: `${knowledge}/sources/text:${name}/text`, contains: `About ${name}.` }
          : null
      },
    },
  ]
}

/** A client that got no response sends the same request with the same key: the document is there once. */
function insertOnce(send: Client, documents: string): Operation['run'] {
  return async (name) => {
    const again = () => send('POST', documents, { note: name }, { 'idempotency-key': name })
    const { status } = await again().catch(again)
    if (status !== 200) return null
    return { path: `${documents}?filter[note][_eq]=${name}`, contains: `"note":"${name}"`, times: 1 }
  }
}
