import { type AttackCase, firstOf, unless } from '../attack-case.ts'

const users = '/api/v1/external-users'
const upload = '/api/v1/file/upload/single/document'
const isBug = 'Update Stoa; if the newest version has it too, report it as a security problem.'
const passesOn = 'Let the proxy pass the headers of responses on as they are.'

const form = (name: string, type: string, content: string) =>
  [
    '--attack',
    `content-disposition: form-data; name="file"; filename="${name}"`,
    `content-type: ${type}`,
    '',
    content,
    '--attack--',
    '',
  ].join('\r\n')

export const requestCases: readonly AttackCase[] = [
  {
    row: 'TOL-3',
    what: 'bodies that reach for the prototype, name a key twice, or are too deep',
    fix: isBug,
    attempt: (target) =>
      firstOf(
        [
          '{"name":"p","__proto__":{"isAdmin":true}}',
          '{"name":"p","name":"q"}',
          `{"name":"p","metadata":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`,
        ].map((body) => async () => {
          const response = await target.send('POST', users, { key: target.mine.key, body })
          return unless(body.slice(0, 40), response, 400)
        }),
      ),
  },
  {
    row: 'LIM-1',
    what: 'a body of 2 MiB, and one of 100 KB without a key',
    fix: isBug,
    attempt: (target) => {
      const body = (bytes: number) => ({ name: 'x', metadata: { text: 'x'.repeat(bytes) } })
      const { key } = target.mine
      return firstOf([
        async () => unless('2 MiB', await target.send('POST', users, { key, body: body(2 ** 21) }), 0, 413),
        async () => unless('no key', await target.send('POST', users, { body: body(100_000) }), 0, 401, 413),
      ])
    },
  },
  {
    row: 'FIL-1',
    what: 'a path in JSON instead of an upload',
    fix: isBug,
    attempt: async (target) =>
      unless(
        'a path of the server',
        await target.send('POST', upload, {
          key: target.mine.key,
          body: { files: { f: { filepath: '/etc/passwd' } } },
        }),
        415,
      ),
  },
  {
    row: 'FIL-3',
    what: 'a page with a script, uploaded and opened',
    fix: passesOn,
    async attempt(target) {
      const { key } = target.mine
      const uploaded = await target.send('POST', upload, {
        key,
        body: form('page.html', 'text/html', '<script>alert(1)</script>'),
        headers: { 'content-type': 'multipart/form-data; boundary=attack' },
      })
      // A type that is not accepted cannot be opened.
      if (uploaded.status !== 200) return unless('the upload', uploaded, 400, 415, 422)
      const { id } = (JSON.parse(uploaded.text) as { data: { id: string } }).data
      const { headers } = await target.get(`/api/v1/file/download/${id}`, { key })
      await target.send('DELETE', `/api/v1/file/${id}`, { key })
      const isInert =
        headers['x-content-type-options'] === 'nosniff' &&
        String(headers['content-disposition']).startsWith('attachment')
      return isInert ? null : 'a browser would run what is in a file'
    },
  },
  {
    row: 'CHT-2',
    what: 'pages and responses without the headers that protect them',
    fix: passesOn,
    async attempt(target) {
      const { headers } = await target.get('/')
      const api = await target.get('/api/v1/project', { key: target.mine.key })
      const policy = String(headers['content-security-policy'] ?? '')
      if (
        !/script-src[^;]*'self'/.test(policy) ||
        /'unsafe-(inline|eval)'/.test(/script-src[^;]*/.exec(policy)![0])
      )
        return 'pages may run scripts of others'
      if (api.headers['x-content-type-options'] !== 'nosniff') return 'types of responses may be guessed'
      if (!/no-store|private/.test(String(api.headers['cache-control'])))
        return 'responses may be stored by caches'
      return null
    },
  },
  {
    row: 'ID-9',
    what: 'errors that show what is inside the server',
    fix: isBug,
    async attempt(target) {
      const { key } = target.mine
      const missing = '0199f1a0-0000-7000-8000-0000000000ff'
      const responses = [
        await target.get('/api/v1/%zz', { key }),
        await target.get(`${users}/${missing}`, { key }),
        await target.get(`${users}?sort=${encodeURIComponent("id;drop table x'")}`, { key }),
      ]
      const telling = responses.find(
        ({ status, text }) =>
          status >= 500 || / at .+\(.+:\d+:\d+\)|node_modules|select .+ from /i.test(text),
      )
      return telling ? `an error of status ${telling.status} shows how the server works inside` : null
    },
  },
]
