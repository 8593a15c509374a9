import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { formOf } from '../files/testing.ts'
import { readZip } from './package/read-zip.ts'
import { base, packageOf, sendZip, skillText, zipOf } from './testing.ts'

const app = await startTestApp()
after(() => app.stop())
let project: TestProject
let caller: TestProject['admin']
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member
})

const newSkill = async (more: object = {}) => {
  const { status, body, text } = await caller.post(`${base}/create`, {
    name: 'Weekly Report',
    description: 'Writes the report of a week.',
    instructions: '# Report\n\nList what was done.',
    ...more,
  })
  assert.equal(status, 200, text)
  return body.data
}
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

test('200: a skill from JSON has all fields, a SKILL.md and its first version', async () => {
  const skill = await newSkill({
    tags: ['report'],
    category: 'writing',
    suggestedToolSlugs: ['text_change_case'],
  })
  assert.deepEqual(
    [
      skill.slug,
      skill.source,
      skill.version,
      skill.isCreator,
      skill.changed,
      skill.packageFileCount,
      skill.activeStatus,
    ],
    ['weekly-report', 'custom', '1.0.0', true, true, 1, true],
  )
  assert.deepEqual(skill.presets, { suggestedToolSlugs: ['text_change_case'] })
  assert.equal(skill.instructions, '# Report\n\nList what was done.')
  const file = await caller.get(`${base}/${skill.id}/files/SKILL.md`)
  assert.match(file.text, /^---\nname: weekly-report\n/)
  const { body } = await caller.get(`${base}/list?q=REPORT&source=custom&category=writing`)
  assert.deepEqual([body.total, body.data[0].id, body.data[0].files], [1, skill.id, undefined])
  assert.equal((await caller.get(`${base}/list?source=platform`)).body.total, 0)
  const { body: audited } = await project.admin.get('/api/v1/audit-log?action=skill.created')
  assert.equal(audited.data[0].target.id, skill.id)
})

test('409, 400: slugs are unique in a project, and can be made from a name', async () => {
  await newSkill()
  assert.deepEqual(
    codeOf(
      await caller.post(`${base}/create`, { name: 'weekly report', description: 'x', instructions: 'x' }),
    ),
    [409, 'slug_conflict'],
  )
  assert.deepEqual(
    codeOf(await caller.post(`${base}/create`, { name: '週報', description: 'x', instructions: 'x' })),
    [400, 'missing_field'],
  )
  assert.deepEqual(
    codeOf(
      await caller.post(`${base}/create`, { name: 'x', slug: 'No', description: 'x', instructions: 'x' }),
    ),
    [400, 'invalid_parameter'],
  )
  assert.equal((await newSkill({ slug: 'other' })).slug, 'other')
})

test('200: a zip archive and single files make the same package, which can be downloaded again', async () => {
  const files = { 'scripts/run.py': 'def main(state):\n  return 1\n', 'references/a.md': 'A' }
  const zipped = await sendZip(caller, await zipOf('pack-a', files), undefined, {
    tags: 'a, b',
    version: '2.1.0',
  })
  assert.equal(zipped.status, 200, zipped.text)
  const skill = zipped.body.data
  assert.deepEqual(
    [skill.slug, skill.version, skill.tags, skill.packageFileCount],
    ['pack-a', '2.1.0', ['a', 'b'], 3],
  )
  assert.deepEqual(skill.surface.scripts, ['scripts/run.py'])
  const [body, headers] = formOf(
    packageOf('pack-a', files).map(({ path, bytes }) => ({
      name: 'files[]',
      fileName: `pack-a/${path}`,
      content: bytes,
    })),
  )
  const validated = await caller.post(`${base}/validate`, body, headers)
  assert.equal(validated.body.data.valid, true, validated.text)
  const { body: version } = await caller.get(`${base}/${skill.id}/versions/latest`)
  assert.equal(validated.body.data.treeHash, version.data.treeHash)
  const address = await app.listen()
  const response = await fetch(`${address}${base}/${skill.id}/versions/2.1.0/content`, {
    headers: { 'x-api-key': project.adminKey },
  })
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="pack-a-2.1.0.zip"/)
  const unpacked = await readZip(Buffer.from(await response.arrayBuffer()))
  assert.deepEqual(
    unpacked.map(({ path }) => path),
    ['pack-a/SKILL.md', 'pack-a/references/a.md', 'pack-a/scripts/run.py'],
  )
  const detail = await caller.get(`${base}/detail/${skill.id}?include=files`)
  assert.equal(detail.body.data.files[1].content, 'A')
})

test('an edit makes a version, which never changes; a rollback chooses one', async () => {
  const { id } = await newSkill()
  const edited = await caller.patch(`${base}/update/${id}`, { instructions: '# Second' })
  assert.deepEqual([edited.body.data.version, edited.body.data.changed], ['1.0.1', true])
  const named = await caller.patch(`${base}/update/${id}`, { description: 'Third.', version: '2.0.0' })
  assert.equal(named.body.data.version, '2.0.0')
  assert.deepEqual(
    codeOf(await caller.patch(`${base}/update/${id}`, { instructions: 'x', version: '1.0.1' })),
    [409, 'version_conflict'],
  )
  const { body } = await caller.get(`${base}/${id}/versions`)
  assert.deepEqual(
    body.data.map(({ version, isActive }: { version: string; isActive: boolean }) => [version, isActive]),
    [
      ['2.0.0', true],
      ['1.0.1', false],
      ['1.0.0', false],
    ],
  )
  const back = await caller.post(`${base}/${id}/rollback`, { version: '1.0.0' })
  assert.deepEqual(
    [back.body.data.version, back.body.data.instructions],
    ['1.0.0', '# Report\n\nList what was done.'],
  )
  assert.equal((await caller.post(`${base}/${id}/rollback`, { version: '1.0.0' })).body.data.changed, false)
  assert.deepEqual(codeOf(await caller.post(`${base}/${id}/rollback`, { version: '9' })), [
    404,
    'skill_version_not_found',
  ])
  const old = await caller.get(`${base}/${id}/files/SKILL.md?version=1.0.1`)
  assert.match(old.text, /# Second/)
  const next = await caller.patch(`${base}/update/${id}`, { instructions: '# Fourth' })
  assert.equal(next.body.data.version, '1.0.2')
  const published = await sendZip(
    caller,
    await zipOf('weekly-report', { 'a.txt': 'a' }),
    `${base}/${id}/versions`,
  )
  assert.deepEqual([published.body.data.version, published.body.data.packageFileCount], ['1.0.3', 2])
  assert.deepEqual(codeOf(await sendZip(caller, await zipOf('other'), `${base}/${id}/versions`)), [
    422,
    'invalid_package',
  ])
})

test('200: concurrent changes without If-Match are made one after another, and none is lost', async () => {
  const { id } = await newSkill()
  const changes = [
    { description: 'Says what it does in one sentence.' },
    { instructions: 'Do it in three steps.' },
    { category: 'writing' },
    { instructions: 'Do it in three steps.' },
    { tags: ['x'] },
  ]
  const responses = await Promise.all(changes.map((body) => caller.patch(`${base}/update/${id}`, body)))
  assert.deepEqual(
    responses.map(({ status }) => status),
    changes.map(() => 200),
    responses.map(({ text }) => text).join(),
  )
  const { data } = (await caller.get(`${base}/detail/${id}`)).body
  const { description, instructions, category, tags } = data
  assert.deepEqual(
    { description, instructions: instructions.trim(), category, tags },
    Object.assign({}, ...changes),
  )
})

test('412: a change of what was read before another change is refused', async () => {
  const { id } = await newSkill()
  const { headers } = await caller.get(`${base}/detail/${id}`)
  const ifMatch = { 'if-match': String(headers.etag) }
  assert.equal((await caller.patch(`${base}/update/${id}`, { tags: ['a'] }, ifMatch)).status, 200)
  assert.deepEqual(codeOf(await caller.patch(`${base}/update/${id}`, { tags: ['b'] }, ifMatch)), [
    412,
    'precondition_failed',
  ])
  assert.deepEqual(codeOf(await caller.delete(`${base}/delete/${id}`, ifMatch)), [412, 'precondition_failed'])
  assert.equal((await caller.patch(`${base}/update/${id}`, { tags: ['a'] })).body.data.changed, false)
  assert.equal((await caller.delete(`${base}/delete/${id}`)).status, 200)
  assert.equal((await caller.get(`${base}/detail/${id}`)).status, 404)
})

test('a skill that other projects may install is copied, counted once, and stays theirs', async () => {
  const skill = await newSkill({ isPublic: true })
  const hidden = await newSkill({ slug: 'hidden' })
  const other = await app.newProject()
  const add = (id: string) => other.member.post(`${base}/library/add/${id}`)
  assert.deepEqual(codeOf(await add(hidden.id)), [404, 'skill_not_found'])
  assert.deepEqual(codeOf(await add('no-uuid')), [400, 'invalid_id'])
  const added = await Promise.all([add(skill.id), add(skill.id)])
  assert.deepEqual(added.map(({ body }) => body.data.changed).sort(), [false, true])
  const { body } = await add(skill.id)
  assert.deepEqual(
    [
      body.data.changed,
      body.data.installCount,
      body.data.isCreator,
      body.data.isInstalled,
      body.data.files.length,
    ],
    [false, 1, false, true, 1],
  )
  const own = await caller.post(`${base}/library/add/${skill.id}`)
  assert.deepEqual([own.status, own.body.data.changed, own.body.data.isCreator], [200, false, true])
  // What happens to the original does not reach what was installed.
  await caller.patch(`${base}/update/${skill.id}`, { instructions: '# Changed', isPublic: false })
  const { body: kept } = await other.member.get(`${base}/detail/${skill.id}`)
  assert.match(kept.data.instructions, /List what was done/)
  assert.deepEqual(codeOf(await other.member.patch(`${base}/update/${skill.id}`, { instructions: 'x' })), [
    409,
    'invalid_state',
  ])
  const removed = await other.member.delete(`${base}/library/remove/${skill.id}`)
  assert.deepEqual(removed.body.data, { id: skill.id, changed: true })
  assert.deepEqual(codeOf(await other.member.delete(`${base}/library/remove/${skill.id}`)), [
    404,
    'skill_not_found',
  ])
  assert.deepEqual(codeOf(await caller.delete(`${base}/library/remove/${skill.id}`)), [409, 'invalid_state'])
})

test('409: a skill that active agents use is deleted only with detach', async () => {
  const { id } = await newSkill()
  await newAgent(caller, { skillIds: [id] }, { name: 'Reporter' })
  const refused = await caller.delete(`${base}/delete/${id}`)
  assert.deepEqual(codeOf(refused), [409, 'skill_in_use'])
  assert.match(refused.body.message, /Reporter/)
  assert.equal((await caller.delete(`${base}/delete/${id}?detach=true`)).status, 200)
})

test('files are attachments that no browser runs', async () => {
  const files = { 'a.html': '<script>1</script>', 'b.svg': '<svg onload="1"/>', 'c.js': 'alert(1)' }
  const { body } = await sendZip(caller, await zipOf('active-content', files))
  for (const path of Object.keys(files)) {
    const { headers, status } = await caller.get(`${base}/${body.data.id}/files/${path}`)
    assert.equal(status, 200)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.match(String(headers['content-security-policy']), /sandbox; default-src 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(String(headers['content-type']), /html|javascript/)
  }
  assert.equal((await caller.get(`${base}/${body.data.id}/files/../../x`)).status, 404)
})

test('the same idempotency key makes one skill of a form, and refuses another form', async () => {
  const key = { 'idempotency-key': 'skill-form-1' }
  const form = async (slug: string) => formOf([{ fileName: 'a.zip', content: await zipOf(slug) }])
  const send = async (slug: string) => {
    const [body, headers] = await form(slug)
    return caller.post(`${base}/create`, body, { ...headers, ...key })
  }
  const first = await send('once')
  assert.equal(first.status, 200, first.text)
  assert.equal((await send('once')).body.data.id, first.body.data.id)
  assert.deepEqual(codeOf(await send('twice')), [422, 'idempotency_key_reused'])
})

test('a change is published as an event', async () => {
  const { id } = await newSkill()
  await caller.patch(`${base}/update/${id}`, { activeStatus: false })
  const rows = await app.db.rows<{ type: string; data: { skillId: string } }>({
    text: `select type, data from event where project_id = $1 and type = 'skill.updated'`,
    values: [project.id],
  })
  assert.deepEqual(
    rows.map(({ data }) => data.skillId),
    [id],
  )
})

test('content that no version has any more is deleted a day later', async () => {
  const { body } = await sendZip(caller, await zipOf('swept', { 'a.txt': 'a', 'b.txt': 'a' }))
  const count = async () =>
    (
      await app.db.rows<{ n: number }>({
        text: 'select count(*)::int as n from skill_content where project_id = $1',
        values: [project.id],
      })
    )[0]!.n
  assert.equal(await count(), 2)
  await caller.delete(`${base}/delete/${body.data.id}`)
  await app.app.skills.sweep()
  assert.equal(await count(), 2)
  app.clock.advance(2 * 86_400_000)
  await app.app.skills.sweep()
  assert.equal(await count(), 0)
})

test('validation reports every problem and stores nothing', async () => {
  const [body, headers] = formOf([
    {
      fileName: 'wrong-folder/SKILL.md',
      name: 'files[]',
      content: skillText('Right_Name', 'Hidden\u200B text', 'odd: 1\n'),
    },
  ])
  const { body: found, text } = await caller.post(`${base}/validate`, body, headers)
  assert.equal(found.data?.valid, false, text)
  const codes = found.data.problems.map(({ code }: { code: string }) => code)
  assert.deepEqual(codes.sort(), ['hidden_characters', 'name_invalid', 'unknown_field'])
  assert.equal((await caller.get(`${base}/list`)).body.total, 0)
})
