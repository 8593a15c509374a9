import { type AttackCase, firstOf, unless } from '../attack-case.ts'

const profile = '/api/v1/users/profile'
const users = '/api/v1/external-users'
const collections = '/api/v1/table/collections'
const passesKeysOn = 'Let the proxy pass x-api-key and authorization on as they are, and add none.'
const isBug = 'Update Stoa; if the newest version has it too, report it as a security problem.'

type Description = { paths: Record<string, Record<string, { security?: { [scheme: string]: unknown }[] }>> }

/** Every operation that is described as closed, with ids that do not exist. */
const closedOperations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security !== undefined && security.length > 0)
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{[^}]+\}/g, 'none') })),
  )

export const identityCases: readonly AttackCase[] = [
  {
    row: 'KEY-1',
    what: 'every operation of the API without a key',
    fix: passesKeysOn,
    async attempt(target) {
      const { text } = await target.get('/api/v1/openapi.json')
      const operations = closedOperations(JSON.parse(text) as Description)
      if (operations.length === 0) return 'the description of the API names no operation that needs a key'
      return firstOf(
        operations.map(({ method, path }) => async () => {
          const response = await target.send(method, path)
          return unless(`${method} ${path}`, response, 401, 429)
        }),
      )
    },
  },
  {
    row: 'KEY-2',
    what: 'keys that are SQL, long, or of another scheme',
    fix: isBug,
    attempt: (target) =>
      firstOf(
        ["' OR 1=1--", 'stoa_', 'x'.repeat(5_000), 'null', '%00'].map(
          (key) => async () => unless(`the key ${key.slice(0, 20)}`, await target.get(profile, { key }), 401),
        ),
      ),
  },
  {
    row: 'KEY-4',
    what: 'a key right after it was revoked',
    fix: 'Turn off caching of /api in the proxy.',
    async attempt(target) {
      const { id, key = '' } = await target.create('/api/v1/api-keys', { name: 'attack' })
      const before = await target.get(profile, { key })
      if (before.status !== 200) throw new Error(`a new key got ${before.status}`)
      await target.send('DELETE', `/api/v1/api-keys/${id}`, { key: target.mine.key })
      return unless('a revoked key', await target.get(profile, { key }), 401)
    },
  },
  {
    row: 'KEY-5',
    what: 'two keys in one request',
    fix: passesKeysOn,
    attempt: async (target) =>
      unless(
        'a request with two keys',
        await target.get(profile, {
          key: target.mine.key,
          headers: { authorization: `Bearer ${target.theirs.key}` },
        }),
        401,
      ),
  },
  {
    row: 'ID-1',
    what: 'objects of another project, read, changed and deleted',
    fix: isBug,
    async attempt(target) {
      const user = await target.create(users, { name: 'attacked' })
      const table = await target.create(collections, { name: 'attacked' })
      const apiKey = await target.create('/api/v1/api-keys', { name: 'attacked' })
      const paths = [`${users}/${user.id}`, `${collections}/${table.id}`, `/api/v1/api-keys/${apiKey.id}`]
      const { key } = target.theirs
      return firstOf(
        paths.flatMap((path) =>
          (['GET', 'PATCH', 'DELETE'] as const).map((method) => async () => {
            const body = method === 'PATCH' ? { name: 'changed' } : undefined
            const response = await target.send(method, path, { key, ...(body ? { body } : {}) })
            return unless(`${method} of another project`, response, 404)
          }),
        ),
      )
    },
  },
  {
    row: 'ID-3',
    what: 'a document of another end user',
    fix: isBug,
    async attempt(target) {
      const { key } = target.mine
      for (const name of ['attack-a', 'attack-b']) await target.create(users, { name })
      const table = await target.create(collections, { name: 'of end users', access: 'owner' })
      const documents = `${collections}/${table.id}/documents`
      const { id } = await target.create(documents, { note: 'private' }, key, { 'x-username': 'attack-a' })
      const own = await target.get(`${documents}/${id}`, { key, headers: { 'x-username': 'attack-a' } })
      if (own.status !== 200) throw new Error(`the owner got ${own.status}`)
      const member = await target.create('/api/v1/api-keys', { name: 'member', role: 'member' })
      const response = await target.get(`${documents}/${id}`, {
        key: member.key!,
        headers: { 'x-username': 'attack-b' },
      })
      return unless('another end user', response, 404)
    },
  },
  {
    row: 'ID-7',
    what: 'an admin key, requested by a member key',
    fix: isBug,
    async attempt(target) {
      const member = await target.create('/api/v1/api-keys', { name: 'low', role: 'member' })
      const body = { name: 'high', role: 'admin' }
      return unless(
        'a member key that creates an admin key',
        await target.send('POST', '/api/v1/api-keys', { key: member.key!, body }),
        403,
      )
    },
  },
]
