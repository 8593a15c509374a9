import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const skills = '/api/v1/skills'

type Skill = Record<string, unknown> & { id: string; files: Record<string, unknown>[] }

const made: string[] = []
after(async () => {
  for (const id of made) await admin.delete(`${skills}/delete/${id}?detach=true`)
})

async function newSkill(suffix: string): Promise<Skill> {
  const skill = await stage.newSkill(suffix)
  made.push(skill.id)
  return assertSuccess<Skill>(await admin.get(`${skills}/detail/${skill.id}`))
}

const types: Record<string, string> = {
  id: 'string',
  slug: 'string',
  name: 'string',
  description: 'string',
  instructions: 'string',
  category: 'string',
  source: 'string',
  registryMeta: 'object',
  presets: 'object',
  isPublic: 'boolean',
  version: 'string',
  activeStatus: 'boolean',
  packageFileCount: 'number',
  sourceUrl: 'string',
  skillsShUrl: 'string',
  isCreator: 'boolean',
  installCount: 'number',
  changed: 'boolean',
}

describe('Skills (2.4)', () => {
  it('have every field with its type', async () => {
    const skill = await newSkill('fields')
    for (const [field, type] of Object.entries(types)) assert.equal(typeof skill[field], type, field)
    assert.ok(Array.isArray(skill.tags))
    assert.deepEqual(
      [skill.source, skill.isCreator, skill.packageFileCount],
      ['custom', true, skill.files.length],
    )
    const [file] = skill.files
    assert.deepEqual(
      [file?.path, typeof file?.sizeBytes, typeof file?.contentType],
      ['SKILL.md', 'number', 'string'],
    )
  })

  it('are active or not', async () => {
    const { id } = await newSkill('flag')
    const off = assertSuccess<Skill>(await admin.patch(`${skills}/update/${id}`, { activeStatus: false }))
    assert.equal(off.activeStatus, false)
  })
})

describe('Adding a catalogue skill (4.6)', () => {
  it('installs it once, says whether something changed, and shows it in the library', async () => {
    const { data } = assertPage<Skill>(await admin.get(`${skills}/catalog/browse?q=csv`))
    const [offered] = data
    assert.ok(offered)
    await admin.delete(`${skills}/library/remove/${offered.id}`)
    const first = assertSuccess<Skill>(await admin.post(`${skills}/library/add/${offered.id}`))
    made.push(offered.id)
    assert.deepEqual(
      [first.id, first.changed, first.source, first.isCreator],
      [offered.id, true, 'platform', false],
    )
    const again = assertSuccess<Skill>(await admin.post(`${skills}/library/add/${offered.id}`))
    assert.deepEqual([again.changed, again.installCount], [false, first.installCount])
    const { data: listed } = assertPage<Skill>(await admin.get(`${skills}/list?source=platform`))
    assert.ok(listed.some(({ id }) => id === offered.id))
  })

  it('changes nothing for an own skill, and finds no unknown one', async () => {
    const { id } = await newSkill('own')
    assert.equal(assertSuccess<Skill>(await admin.post(`${skills}/library/add/${id}`)).changed, false)
    assertError(await admin.post(`${skills}/library/add/${randomUUID()}`), 'skill_not_found', 404)
    assert.equal((await admin.post(`${skills}/library/add/no-uuid`)).status, 400)
  })
})
