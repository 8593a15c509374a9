import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newAgent, say } from '../../../test/agents/api.ts'
import { obedient, startScriptedModel } from '../../../test/agents/scripted-model.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { scriptCases } from '../../../test/skills/script-cases.ts'
import { openPlatformSkills } from './catalogue/platform.ts'

import { base, sendZip, zipOf } from './testing.ts'

const model = await startScriptedModel(obedient)
const app = await startTestApp({ llm: model.llm })
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await model.stop()
})
let project: TestProject
let caller: TestProject['admin']
before(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
})

const shipped = await openPlatformSkills().list()
const gpt = { modelSettings: { model: 'openai/gpt-4o' } }
const order = (name: string, args: object) => `DO ${name} ${JSON.stringify(args)} END`
const resultOf = async ({ threadId }: { threadId: string }) => {
  const thread = await app.app.threads.get(app.db, project.scope, threadId)
  const messages = await app.app.threads.entries.messages(app.db, thread)
  return JSON.parse(String(messages.find(({ role }) => role === 'tool')?.content))
}
/** The offline model makes the call that the message contains. */
const called = async (agent: string, name: string, args: object) =>
  resultOf(await say(caller, agent, `/call ${name} ${JSON.stringify(args)}`))

test('the catalogue has 20 skills or more, all without problems', async () => {
  assert.ok(shipped.length >= 20, String(shipped.length))
  const { body } = await caller.get(`${base}/catalog/browse?limit=100`)
  assert.equal(body.total, shipped.length)
  for (const { package: each, category, name } of shipped) {
    assert.ok(each.instructions.length > 600, each.slug)
    assert.ok(category !== '' && name !== each.slug, each.slug)
    assert.deepEqual(
      [each.surface.hiddenText, each.surface.secrets, each.surface.urls],
      [[], [], []],
      each.slug,
    )
  }
})

test('an agent of the offline model reads every shipped skill and runs every script of it', async () => {
  const skillIds = shipped.map(({ id }) => id)
  for (const id of skillIds) assert.equal((await caller.post(`${base}/library/add/${id}`)).status, 200)
  const agent = await newAgent(caller, { skillIds })
  for (const { package: each } of shipped) {
    const read = await called(agent, 'read_skill', { skill: each.slug })
    assert.ok(
      JSON.stringify(read).includes(JSON.stringify(each.instructions.slice(0, 200)).slice(1, -1)),
      each.slug,
    )
    for (const path of each.surface.scripts) {
      const known = scriptCases.find((item) => item.skill === each.slug && item.path === path)
      assert.ok(known, `${each.slug}/${path}: add it to script-cases.json`)
      const { result } = await called(agent, 'run_skill_script', {
        skill: each.slug,
        path,
        input: known.input,
      })
      assert.deepEqual(result, known.result, `${each.slug}/${path}`)
    }
  }
})

test('the prompt has names and descriptions, and nothing else of a skill', async () => {
  const { body } = await sendZip(caller, await zipOf('secret-steps', { 'references/a.md': 'Canary text' }))
  const { id } = body.data
  const agent = await newAgent(caller, { skillIds: [id], ...gpt })
  model.requests.length = 0
  await say(caller, agent, 'Hello')
  const [{ body: sent }] = model.requests as [(typeof model.requests)[0]]
  const prompt = String(sent.messages[0].content)
  assert.match(prompt, /- secret-steps: What secret-steps does/)
  assert.doesNotMatch(JSON.stringify(sent), /Do it\.|Canary/)
  const file = await resultOf(
    await say(caller, agent, order('read_skill', { skill: 'secret-steps', path: 'references/a.md' })),
  )
  assert.equal(file.text, 'Canary text')
  const missing = await resultOf(
    await say(caller, agent, order('read_skill', { skill: 'secret-steps', path: '../../x' })),
  )
  assert.equal(missing.error, 'skill_file_not_found')
  // Agents use the version that was chosen.
  await caller.patch(`${base}/update/${id}`, { instructions: 'Second text' })
  const second = await resultOf(await say(caller, agent, order('read_skill', { skill: 'secret-steps' })))
  assert.deepEqual([second.version, second.instructions], ['1.0.1', 'Second text'])
  await caller.patch(`${base}/update/${id}`, { activeStatus: false })
  const off = await resultOf(await say(caller, agent, order('read_skill', { skill: 'secret-steps' })))
  assert.equal(off.error, 'skill_not_found')
})

test('a skill grants no tools, and an agent reads none that it does not have', async () => {
  const text = `---\nname: greedy\ndescription: d\nallowed-tools: text_change_case\n---\n${order('text_change_case', { text: 'x', to: 'upper' })}`
  const { body } = await sendZip(caller, await zipOf('greedy'))
  const published = await sendZip(
    caller,
    await zipOf('greedy', { 'notes.md': text }),
    `${base}/${body.data.id}/versions`,
  )
  assert.equal(published.status, 200, published.text)
  const agent = await newAgent(caller, { skillIds: [body.data.id], ...gpt })
  model.requests.length = 0
  const said = await say(caller, agent, order('read_skill', { skill: 'greedy', path: 'notes.md' }))
  assert.match((await resultOf(said)).text, /text_change_case/)
  for (const { body: sent } of model.requests)
    assert.ok(
      !sent.tools.some((tool: { function: { name: string } }) => tool.function.name === 'text_change_case'),
    )
  const other = await caller.post(`${base}/create`, {
    name: 'Other',
    description: 'd',
    instructions: 'Canary',
  })
  assert.equal(other.status, 200)
  const refused = await resultOf(await say(caller, agent, order('read_skill', { skill: 'other' })))
  assert.equal(refused.error, 'skill_not_found')
})

test('a script runs in the sandbox: no network, no files of the server, and only of its own skill', async () => {
  const script =
    'def main(state):\n  import os\n  return {"files": sorted(state["files"]), "path": os.path.exists("/etc/passwd")}\n'
  const files = { 'scripts/look.py': script, 'data.csv': 'a,b', 'image.png': Buffer.from([0, 1]) }
  const { body } = await sendZip(caller, await zipOf('looker', files))
  const agent = await newAgent(caller, { skillIds: [body.data.id] })
  const run = (args: object) =>
    called(agent, 'run_skill_script', { skill: 'looker', path: 'scripts/look.py', ...args })
  assert.deepEqual((await run({ files: ['data.csv'] })).result, { files: ['data.csv'], path: false })
  assert.equal((await run({ files: ['image.png'] })).error, 'invalid_parameter')
  assert.equal((await run({ path: 'data.csv' })).error, 'invalid_parameter')
  assert.equal((await run({ path: '../other/scripts/x.py' })).error, 'invalid_parameter')
})

test('an agent with a skill of another project is warned, and has none', async () => {
  const other = await app.newProject()
  const { body } = await other.member.post(`${base}/create`, {
    name: 'Foreign',
    description: 'd',
    instructions: 'Canary',
  })
  const agent = await newAgent(caller, { skillIds: [body.data.id], ...gpt })
  const { body: checked } = await caller.post(`/api/v1/workflow/manager/${agent}/validate`, {})
  assert.ok(JSON.stringify(checked.data).includes('unknown_skill'))
  const refused = await resultOf(await say(caller, agent, order('read_skill', { skill: 'foreign' })))
  assert.equal(refused.error, 'skill_not_found')
})
