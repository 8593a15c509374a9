import type { Attack } from '../attack.ts'

const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`
const megabytes = (text: string, count: number) =>
  text.repeat(Math.floor((count * 1024 * 1024) / text.length))
const chat = '/api/v1/openai/chat/completions'

/** Requests that are as large as they may be. */
export const bodyAttacks: readonly Attack[] = [
  {
    id: 'B01',
    what: '95,000 keys before sign-in',
    play: async (target) => [
      await target.send('POST', '/api/v1/auth/sign-in', keys(90_000), { 'x-api-key': '' }),
    ],
    expects: [400, 401, 413],
  },
  {
    id: 'B02',
    what: '90,000 unknown fields with a key',
    play: async (target) => [await target.send('POST', '/api/v1/external-users', keys(85_000))],
    expects: [400],
  },
  {
    id: 'B03',
    what: '9,000 keys as arguments of a tool, and 85,000',
    play: async (target) => [
      await target.executeTool('json_stringify', { value: JSON.parse(keys(9_000)) }),
      await target.send(
        'POST',
        '/api/v1/tools/execute/json_stringify',
        `{"arguments":{"value":${keys(85_000)}}}`,
      ),
    ],
    expects: [200, 400],
  },
  {
    id: 'B04',
    what: 'a megabyte of empty lists as arguments of a tool',
    play: async (target) => [
      await target.send(
        'POST',
        '/api/v1/tools/execute/json_stringify',
        `{"arguments":{"value":[${megabytes('[],', 0.9)}1]}}`,
      ),
    ],
    expects: [400],
  },
  {
    id: 'B05',
    what: 'a megabyte of long numbers',
    play: async (target) => [
      await target.send(
        'POST',
        '/api/v1/external-users',
        `{"name":[${megabytes('1234567890123456,', 0.9)}1]}`,
      ),
    ],
    expects: [400],
  },
  {
    id: 'B06',
    what: 'a chat of 200,000 messages',
    play: async (target) => [
      await target.send(
        'POST',
        chat,
        `{"model":"local/demo","messages":[${megabytes('{"role":"user","content":"a"},', 6)}{"role":"user","content":"a"}]}`,
      ),
    ],
    expects: [200, 400, 413, 422],
  },
  {
    id: 'B07',
    what: 'a chat whose one message has 300,000 parts',
    play: async (target) => [
      await target.send(
        'POST',
        chat,
        `{"model":"local/demo","messages":[{"role":"user","content":[${megabytes('{"type":"text","text":"a"},', 8)}{"type":"text","text":"a"}]}]}`,
      ),
    ],
    expects: [200, 400, 413, 422],
  },
  {
    id: 'B08',
    what: 'a batch of 500 documents of 15 kB',
    prepare: (target) =>
      target.post('/api/v1/table/collections', {
        name: 'Attack bytes',
        slug: 'attack-bytes',
        mode: 'flexible',
      }),
    play: async (target) => [
      await target.post('/api/v1/table/collections/attack-bytes/documents/batch', {
        operations: Array.from({ length: 500 }, (_, i) => ({
          op: 'create',
          data: { i, text: 'some text. '.repeat(1_400) },
        })),
      }),
    ],
    expects: [200, 400, 413, 422],
  },
  {
    id: 'B09',
    what: 'an API description of 6 MB that is none',
    play: async (target) => [
      await target.post('/api/v1/toolkits/import/openapi', {
        slug: 'attack-import',
        document: '{"a":['.repeat(1_000_000),
      }),
    ],
    expects: [400, 422],
  },
  {
    id: 'B10',
    what: 'as many lists as a body may have, as arguments of a tool',
    play: async (target) => [
      await target.send(
        'POST',
        '/api/v1/tools/execute/json_stringify',
        `{"arguments":{"value":[${'[],'.repeat(99_000)}1]}}`,
      ),
    ],
    expects: [200, 422],
  },
  {
    id: 'B11',
    what: '64 documents of 180 kB that are created, and then changed, at the same moment in one collection',
    isLong: true,
    prepare: (target) =>
      target.post('/api/v1/table/collections', {
        name: 'Attack lanes',
        slug: 'attack-lanes',
        mode: 'flexible',
      }),
    async play(target) {
      const path = '/api/v1/table/collections/attack-lanes/documents'
      const numbers = Array.from({ length: 64 }, (_, i) => i)
      const lists = (i: number) => Object.fromEntries(numbers.map((n) => [`f${n}`, Array(700).fill(i + n)]))
      const created = await Promise.all(numbers.map((i) => target.post(path, lists(i))))
      const ids = created.flatMap(({ status, text }) =>
        status === 200 ? [(JSON.parse(text) as { data: { id: string } }).data.id] : [],
      )
      const changed = await Promise.all(
        ids.map((id, i) => target.send('PATCH', `${path}/${id}`, JSON.stringify(lists(i + 1)))),
      )
      return [...created, ...changed]
    },
    // Bodies that do not fit into the memory for them are refused for the moment.
    expects: [200, 429, 503],
  },
]
