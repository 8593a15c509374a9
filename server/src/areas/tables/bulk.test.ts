import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp()
const address = await app.listen()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/table/collections'
let count = 0

async function made(body: object = {}): Promise<string> {
  const response = await project.admin.post(base, { name: `Bulk ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

const people = {
  mode: 'strict',
  schema: {
    fields: [
      { name: 'email', type: 'email', unique: true },
      { name: 'age', type: 'integer' },
      { name: 'isOpen', type: 'boolean' },
      { name: 'extra', type: 'json' },
    ],
  },
}

async function imported(url: string, fileName: string, content: string, query = '') {
  const { body, headers } = multipart(fileName, content)
  const started = await project.admin.post(`${url}/documents/import?${query}`, body, headers)
  assert.equal(started.status, 200, started.text)
  const state = `${url}/documents/import/${started.body.data.id}`
  return until(async () => {
    const { data } = (await project.admin.get(state)).body
    return ['completed', 'failed'].includes(data.status) ? { ...data, state } : null
  }, 'the import')
}

describe('imports', () => {
  test('CSV: quotes, types, empty cells; exported again it is the same', async () => {
    const url = await made(people)
    const csv = '\ufeffemail,age,isOpen,extra\r\na@b.co,36,true,"{""x"": [1, ""y""]}"\r\n"c@d.co",,no,\r\n'
    const done = await imported(url, 'people.csv', csv)
    assert.deepEqual(
      [done.status, done.rowsSettled, done.createdCount],
      ['completed', 2, 2],
      JSON.stringify(done),
    )
    const list = await project.admin.get(`${url}/documents?sort=email`)
    assert.deepEqual(
      list.body.data.map(({ email, age, isOpen, extra }: Record<string, unknown>) => ({
        email,
        age,
        isOpen,
        extra,
      })),
      [
        { email: 'a@b.co', age: 36, isOpen: true, extra: { x: [1, 'y'] } },
        { email: 'c@d.co', age: undefined, isOpen: false, extra: undefined },
      ],
    )
    const file = await project.admin.get(`${url}/documents/export?format=csv&fields=email,age,isOpen,extra`)
    assert.match(String(file.headers['content-type']), /text\/csv/)
    const copy = await made(people)
    const again = await imported(copy, 'again.csv', file.text)
    assert.deepEqual([again.status, again.createdCount], ['completed', 2])
    const visible = (await project.admin.get(`${copy}/documents/export?fields=email,age,isOpen,extra`)).text
    assert.equal(
      visible,
      (await project.admin.get(`${url}/documents/export?fields=email,age,isOpen,extra`)).text,
    )
  })

  for (const format of ['csv', 'jsonl'])
    test(`a whole export is imported as it is: ${format}`, async () => {
      const url = await made(people)
      const lines = '{"email":"a@b.co","age":36,"extra":{"x":1}}\n{"email":"c@d.co"}\n'
      await imported(url, 'people.jsonl', lines)
      const file = await project.admin.get(`${url}/documents/export?format=${format}`)
      assert.match(file.text, /ownerId/)
      const copy = await made(people)
      const again = await imported(copy, `again.${format}`, file.text)
      assert.deepEqual([again.status, again.createdCount], ['completed', 2], JSON.stringify(again))
      const fields = 'fields=email,age,isOpen,extra'
      const [before, after] = [url, copy].map((each) =>
        project.admin.get(`${each}/documents/export?${fields}`),
      )
      assert.equal((await after!).text, (await before!).text)
      const { error } = await imported(copy, 'a.jsonl', '{"email":"e@f.co","id":"x"}\n')
      assert.match(error, /^Row 1 is faulty/)
    })

  test('columns go into the fields that are named for them, or into none', async () => {
    const url = await made(people)
    const columns = { 'E-mail': 'email', Years: 'age', Notes: null }
    const query = (map: unknown) => `columns=${encodeURIComponent(JSON.stringify(map))}`
    const csv = 'E-mail,Years,Notes,isOpen\na@b.co,36,never stored,true\n'
    assert.equal((await imported(url, 'a.csv', csv, query(columns))).createdCount, 1)
    const lines = '{"E-mail":"c@d.co","Notes":"never stored"}\n'
    assert.equal((await imported(url, 'a.jsonl', lines, query(columns))).createdCount, 1)
    const { body } = await project.admin.get(`${url}/documents?sort=email`)
    assert.deepEqual(
      body.data.map(({ email, age, isOpen, Notes }: Record<string, unknown>) => [email, age, isOpen, Notes]),
      [
        ['a@b.co', 36, true, undefined],
        ['c@d.co', undefined, undefined, undefined],
      ],
    )
    const twice = await imported(url, 'b.csv', 'E-mail,email\na@b.co,b@b.co\n', query(columns))
    assert.deepEqual([twice.status, twice.createdCount], ['failed', 0])
    for (const map of ['x', [], { a: 1 }, { a: '' }, { a: 'email', b: 'email' }]) {
      const { body: form, headers } = multipart('a.csv', csv)
      const refused = await project.admin.post(`${url}/documents/import?${query(map)}`, form, headers)
      assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_parameter'], query(map))
    }
  })

  test('CSV: no text is a formula to a spreadsheet, and an import reads it as it was', async () => {
    const url = await made()
    const texts = ['=1+1', '+49 30', '-x', '@sum', '\tx', "'=1", "it's", '＝1', 'two\nlines', 'three\rlines']
    for (const text of texts) await project.admin.post(`${url}/documents`, { text, '=name': -5 })
    const { text: csv } = await project.admin.get(`${url}/documents/export?format=csv&fields=text,%3Dname`)
    const [header, ...lines] = csv.trimEnd().split('\r\n')
    assert.equal(header, "text,'=name")
    assert.deepEqual(
      lines.map((line) => line.slice(0, line.lastIndexOf(','))),
      ["'=1+1", "'+49 30", "'-x", "'@sum", "'\tx", "''=1", "it's", "'＝1", '"two\nlines"', '"three\rlines"'],
    )
    assert.ok(lines.every((line) => line.endsWith(',-5')))
    const again = await made()
    await imported(again, 'again.csv', csv)
    const found = (await project.admin.get(`${again}/documents?sort=createdAt:asc`)).body.data
    assert.deepEqual(
      found.map(({ text }: { text: string }) => text),
      texts,
    )
    assert.ok(found.every((each: Record<string, unknown>) => each['=name'] === '-5'))
  })

  test('JSONL with upsertOn changes what is there; onError=skip leaves faulty rows out and lists them', async () => {
    const url = await made(people)
    await project.admin.post(`${url}/documents`, { email: 'a@b.co', age: 1 })
    const lines = [
      '{"email":"a@b.co","age":2}',
      '{"email":"nonsense"}',
      'not json',
      '{"email":"c@d.co"}',
      '{"email":"e@f.co","age":"x","shoe":1}',
    ]
    const done = await imported(url, 'x.jsonl', lines.join('\n'), 'upsertOn=email&onError=skip')
    assert.deepEqual(
      [done.status, done.createdCount, done.updatedCount, done.failedCount, done.rowsSettled],
      ['completed', 1, 1, 3, 5],
      JSON.stringify(done),
    )
    const errors = await project.admin.get(`${done.state}/errors`)
    assert.deepEqual(
      errors.body.data.map(({ row, errors: faults }: { row: number; errors: { path: string }[] }) => [
        row,
        faults.map(({ path }) => path),
      ]),
      [
        [2, ['/email']],
        [3, ['']],
        [5, ['/age', '/shoe']],
      ],
    )
  })

  test('onError=stop says which rows are in and which row is at fault', async () => {
    const url = await made(people)
    const rows = Array.from({ length: 700 }, (_, i) => `p${i}@b.co,${i === 600 ? 'x' : i}`)
    const done = await imported(url, 'people.csv', ['email,age', ...rows].join('\n'))
    assert.deepEqual(
      [done.status, done.rowsSettled, done.createdCount, done.failedCount],
      ['failed', 500, 500, 1],
    )
    assert.match(done.error, /^Row 601 is faulty\. Rows 1 to 500 are settled/)
    assert.equal((await project.admin.get(`${url}/documents`)).body.total, 500)
  })

  test('400 for no file, an empty one and one of an unknown kind', async () => {
    const url = await made(people)
    const send = async (form: ReturnType<typeof multipart>) =>
      (await project.admin.post(`${url}/documents/import`, form.body, form.headers)).body.error.code
    assert.equal(await send(multipart('a.csv', '')), 'empty_file')
    assert.equal(await send(multipart('a.bin', 'x')), 'invalid_parameter')
    assert.equal(await send(multipart('a.csv', 'x', 'other')), 'file_required')
    const torn = await imported(url, 'a.csv', 'email,email\n')
    assert.match(torn.error, /first line/)
  })

  test('a first line of very many columns is refused before they are compared', async () => {
    const url = await made({ mode: 'flexible' })
    const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(',')
    assert.equal((await imported(url, 'a.csv', `${names(500)}\nx\n`)).createdCount, 1)
    // Compared with one another, so many would hold the server for a minute.
    const { error } = await imported(url, 'b.csv', `${names(120_000)}\nx\n`)
    assert.match(error, /names 120000 columns, and at most 500 can be imported\. No row was written/)
  })

  test('are cancelled: what was written stays, the rest is not written, and what has ended is not cancelled', async () => {
    const url = await made({ mode: 'flexible' })
    const { body, headers } = multipart('a.jsonl', '{"a":1}\n'.repeat(4_000))
    const { id } = (await project.admin.post(`${url}/documents/import`, body, headers)).body.data
    const state = `${url}/documents/import/${id}`
    const neighbour = await app.newProject()
    assert.equal((await neighbour.admin.post(`${state}/cancel`)).status, 404)
    const other = { 'x-username': 'somebody' }
    assert.equal((await project.admin.post(`${state}/cancel`, undefined, other)).status, 404)
    const both = await Promise.all([1, 2].map(() => project.admin.post(`${state}/cancel`)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409], both[0]!.text)
    const cancelled = both.find(({ status }) => status === 200)!.body.data
    assert.match(cancelled.error, /^It was cancelled\. (No row was written|Rows 1 to \d+ are settled)/)
    const { rowsSettled } = cancelled
    // The next import begins when the worker has left the first one.
    assert.equal((await imported(url, 'b.jsonl', '{"b":1}\n')).createdCount, 1)
    const now = (await project.admin.get(state)).body.data
    assert.deepEqual([now.status, now.rowsSettled, now.createdCount], ['failed', rowsSettled, rowsSettled])
    assert.equal((await project.admin.get(`${url}/documents`)).body.total, rowsSettled + 1)
  })
})

describe('changes', () => {
  type Event = { id: string; event: string; data: { documentId?: string; document?: { n?: number } | null } }

  /** Reads events until `enough` of them came, then leaves. */
  async function events(url: string, headers: Record<string, string>, enough: number): Promise<Event[]> {
    const leaving = new AbortController()
    const response = await fetch(`${address}${url}`, {
      headers: { 'x-api-key': project.adminKey, ...headers },
      signal: leaving.signal,
    })
    assert.equal(response.status, 200)
    const found: Event[] = []
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop()!
      for (const frame of frames.filter((each) => each.includes('data: '))) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? ''
        found.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) })
      }
      if (found.length >= enough) break
    }
    leaving.abort()
    return found
  }

  test('come in order and without gaps while many write, and resume after Last-Event-ID', async () => {
    const url = await made()
    const following = events(`${url}/changes?cursor=0`, {}, 31)
    await Promise.all(Array.from({ length: 30 }, (_, n) => project.admin.post(`${url}/documents`, { n })))
    const [ready, ...seen] = await following
    assert.equal(ready!.event, 'ready')
    assert.deepEqual(
      seen.map(({ id }) => Number(id)),
      Array.from({ length: 30 }, (_, i) => i + 1),
    )
    assert.equal(new Set(seen.map(({ data }) => data.documentId)).size, 30)
    const { documentId } = seen[0]!.data
    await project.admin.patch(`${url}/documents/${documentId}`, { n: 99 })
    await project.admin.delete(`${url}/documents/${documentId}`)
    const more = await events(`${url}/changes`, { 'last-event-id': '30' }, 3)
    assert.deepEqual(
      more.slice(1).map(({ id, event, data }) => [id, event, data.document?.n ?? null]),
      [
        ['31', 'updated', 99],
        ['32', 'deleted', null],
      ],
    )
  })

  test('show an end user only its own; 400 for a cursor from the future', async () => {
    const url = await made()
    await project.admin.as('ann').post(`${url}/documents`, { n: 1 })
    await project.admin.as('bob').post(`${url}/documents`, { n: 2 })
    const seen = await events(`${url}/changes?cursor=0`, { 'x-username': 'bob' }, 2)
    assert.deepEqual(
      seen.slice(1).map(({ data }) => data.document?.n),
      [2],
    )
    assert.equal((await project.admin.get(`${url}/changes?cursor=99`)).status, 400)
  })

  test('an open stream obeys a rule that is made stricter meanwhile', async () => {
    const url = await made({ access: 'project' })
    const other = project.admin.as('other')
    await project.admin.as('reader').post(`${url}/documents`, { n: 0 })
    const following = events(`${url}/changes?cursor=1`, { 'x-username': 'reader' }, 3)
    await other.post(`${url}/documents`, { n: 1 })
    await project.admin.patch(url, { access: 'owner' })
    await other.post(`${url}/documents`, { n: 2 })
    await project.admin.as('reader').post(`${url}/documents`, { n: 3 })
    await project.admin.as('reader').post(`${url}/documents`, { n: 4 })
    const seen = (await following).map(({ data }) => data.document?.n)
    assert.ok(!seen.includes(2), JSON.stringify(seen))
  })
})

describe('proposals', () => {
  test('what a member writes waits, shows its difference, and is done when an admin approves', async () => {
    const url = await made({ writes: 'proposed', access: 'project' })
    const { id } = (await project.admin.post(`${url}/documents`, { status: 'open', n: 1 })).body.data
    const requested = await project.member.patch(
      `${url}/documents/${id}`,
      { status: 'closed' },
      { 'x-propose-reason': 'done' },
    )
    assert.equal(requested.status, 200, requested.text)
    const { proposal } = requested.body.data
    assert.deepEqual(proposal.changes[0].diff, [{ field: 'status', from: 'open', to: 'closed' }])
    assert.equal((await project.admin.get(`${url}/documents/${id}`)).body.data.status, 'open')
    const decide = `${url}/proposals/${proposal.id}`
    assert.equal((await project.member.post(`${decide}/approve`, {})).status, 403)
    const approved = await project.admin.post(`${decide}/approve`, { note: 'fine' })
    assert.deepEqual([approved.status, approved.body.data.status], [200, 'approved'], approved.text)
    assert.equal((await project.admin.get(`${url}/documents/${id}`)).body.data.status, 'closed')
    const twice = await project.admin.post(`${decide}/reject`, {})
    assert.deepEqual([twice.status, twice.body.error.code], [409, 'invalid_state'])
    const pending = await project.admin.get(`${url}/proposals?status=pending`)
    assert.equal(pending.body.total, 0)
  })

  test('those of all collections are listed together, to each who may see them', async () => {
    const list = '/api/v1/table/proposals'
    const [one, two] = [await made({ access: 'project' }), await made({ access: 'project' })]
    const waiting = (await project.admin.get(`${list}?status=pending`)).body.total
    const operations = [1, 2].map((n) => ({ op: 'create', data: { n } }))
    const asks = { 'x-propose': 'true', 'x-propose-reason': 'why not' }
    const batch = await project.admin.as('asker').post(`${one}/documents/batch`, { operations }, asks)
    assert.equal(batch.status, 200, batch.text)
    const other = await project.admin.as('other').post(`${two}/documents`, { n: 3 }, asks)
    const all = await project.admin.get(`${list}?status=pending`, { 'x-act-across-users': 'true' })
    assert.deepEqual([all.status, all.body.total], [200, waiting + 2], all.text)
    const [newest, before] = all.body.data
    assert.deepEqual(
      [newest.id, newest.operations],
      [other.body.data.proposal.id, [{ op: 'create', count: 1 }]],
    )
    assert.deepEqual([before.reason, before.operations], ['why not', [{ op: 'create', count: 2 }]])
    assert.equal(before.collection.id, batch.body.data.proposal.collectionId)
    const own = await project.admin.as('asker').get(list)
    assert.deepEqual(
      own.body.data.map(({ id }: { id: string }) => id),
      [batch.body.data.proposal.id],
    )
    await project.admin.post(`${two}/proposals/${newest.id}/reject`, {})
    assert.equal((await project.admin.get(`${list}?status=pending`)).body.total, waiting + 1)
  })

  test('a batch is one proposal; what was changed since stops it unless forced; 422 when it cannot be', async () => {
    const url = await made({ schema: { fields: [{ name: 'n', type: 'number' }] } })
    const { id } = (await project.admin.post(`${url}/documents`, { n: 1 })).body.data
    const operations = [
      { op: 'update', id, data: { n: 5 } },
      { op: 'create', data: { n: 6 } },
    ]
    const requested = await project.admin.post(
      `${url}/documents/batch`,
      { operations },
      { 'x-propose': 'true' },
    )
    const { proposal } = requested.body.data
    assert.equal(proposal.changes.length, 2)
    await project.admin.patch(`${url}/documents/${id}`, { n: 2 })
    const seen = await project.admin.get(`${url}/proposals/${proposal.id}`)
    assert.equal(seen.body.data.changes[0].isOutdated, true)
    const stopped = await project.admin.post(`${url}/proposals/${proposal.id}/approve`, {})
    assert.deepEqual([stopped.status, stopped.body.error.code], [422, 'batch_failed'])
    assert.equal((await project.admin.get(`${url}/documents`)).body.total, 1)
    const forced = await project.admin.post(`${url}/proposals/${proposal.id}/approve`, { force: true })
    assert.equal(forced.status, 200, forced.text)
    assert.equal((await project.admin.get(`${url}/documents`)).body.total, 2)
    const faulty = await project.admin.post(`${url}/documents`, { n: 'x' }, { 'x-propose': 'true' })
    assert.equal(faulty.status, 422)
    const missing = `${url}/documents/0199f1a0-0000-7000-8000-0000000000ff`
    assert.equal((await project.admin.delete(missing, { 'x-propose': 'true' })).status, 404)
  })

  test('approved, it has no more access than its author: an upsert leaves what another user owns alone', async () => {
    const url = await made({ access: 'owner', writes: 'proposed' })
    const theirs = { code: 'x', amount: 1 }
    await project.admin.as('first').post(`${url}/documents`, theirs)
    const requested = await project.member.as('second').post(`${url}/documents?upsertOn=code`, {
      ...theirs,
      amount: 666,
    })
    const decide = `${url}/proposals/${requested.body.data.proposal.id}/approve`
    assert.equal((await project.admin.post(decide, {})).status, 200)
    const amounts = async (name: string) =>
      (await project.admin.as(name).get(`${url}/documents`)).body.data.map(
        ({ amount }: { amount: number }) => amount,
      )
    assert.deepEqual([await amounts('first'), await amounts('second')], [[1], [666]])
  })

  test('a proposal of an admin across users is applied across users', async () => {
    const url = await made({ access: 'owner' })
    const { id } = (await project.admin.as('first').post(`${url}/documents`, { a: 1 })).body.data
    const across = { 'x-act-across-users': 'true' }
    const requested = await project.admin.patch(
      `${url}/documents/${id}`,
      { a: 2 },
      { ...across, 'x-propose': 'true' },
    )
    const decide = `${url}/proposals/${requested.body.data.proposal.id}/approve`
    assert.equal((await project.admin.post(decide, {}, across)).status, 200)
    assert.equal((await project.admin.as('first').get(`${url}/documents/${id}`)).body.data.a, 2)
  })

  test('a proposed change preserves its If-Match and its merge mode', async () => {
    const url = await made()
    const { id } = (await project.admin.post(`${url}/documents`, { box: { a: 1, b: 2 } })).body.data
    const path = `${url}/documents/${id}`
    const proposeHeader = { 'x-propose': 'true' }
    const patch = { box: { b: 3 } }
    assert.equal(
      (await project.admin.patch(path, patch, { ...proposeHeader, 'if-match': '"9"' })).status,
      412,
    )
    const requested = await project.admin.patch(`${path}?merge=deep`, patch, {
      ...proposeHeader,
      'if-match': '"1"',
    })
    const { proposal } = requested.body.data
    assert.deepEqual(proposal.changes[0].diff[0].to, { a: 1, b: 3 })
    await project.admin.post(`${url}/proposals/${proposal.id}/approve`, {})
    assert.deepEqual((await project.admin.get(path)).body.data.box, { a: 1, b: 3 })
  })
})
