import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { actionText, isDeletion } from '../src/features/audit/action-text.ts'
import { targetKinds } from '../src/features/audit/target-kinds.ts'

const areas = fileURLToPath(new URL('../../server/src/areas', import.meta.url))
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: areas })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(areas, file), 'utf8'))

const actions = sourcesOf('*/manifest.ts').flatMap((source) => {
  const [, declared = ''] = /auditActions: \[([^\]]*)\]/.exec(source) ?? []
  return [...declared.matchAll(/'([a-z_.]+)'/g)].map(([, action]) => action!)
})

it('knows where every object of the audit log is shown, and what it is called', () => {
  const types = new Set(
    sourcesOf('**/*.ts').flatMap((source) =>
      [...source.matchAll(/targetType: '(\w+)'/g)].map(([, type]) => type!),
    ),
  )
  assert.ok(types.size > 30 && types.has('knowledge_collection'))
  assert.deepEqual(Object.keys(targetKinds).toSorted(), [...types].toSorted())
  const id = '0199f1a0-0000-7000-8000-000000000001'
  for (const [type, { url }] of Object.entries(targetKinds)) {
    if (type === 'run') assert.equal(url, null, 'a run of its own has no page')
    else assert.match(url!(id, {}), /^\/[a-z]/, type)
  }
})

it('says every action in words, and opens nothing that was deleted', () => {
  assert.ok(actions.length > 100)
  for (const action of actions) assert.match(actionText(action), /^[A-Z][A-Za-z ]+$/, action)
  const deleted = actions.filter(isDeletion)
  assert.ok(deleted.includes('external_user.merged') && !deleted.includes('knowledge_source.deleted'))
  assert.deepEqual(
    actions.filter((action) => /deleted$/.test(action) && !isDeletion(action)),
    ['knowledge_source.deleted', 'thread.run_deleted'],
  )
})
