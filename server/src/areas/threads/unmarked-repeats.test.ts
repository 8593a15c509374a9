import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
const migration = new URL('../../../migrations/0081_repeated_messages.sql', import.meta.url)

test('what an older node wrote beside newer ones is listed once after the next upgrade', async () => {
  const { threads } = app.app
  const { scope } = await app.newProject()
  const { id } = await app.db.tx((tx) => threads.create(tx, scope, {}))
  const say = (content: string) =>
    app.db.tx((tx) =>
      threads.entries.append(tx, { projectId: scope.projectId, id }, [
        { message: { id: 'same', role: 'human', content }, taint: null },
      ]),
    )
  await say('one')
  await say('two')
  await app.db.rows(sql`update thread_entry set is_repeat = false where project_id = ${scope.projectId}`)
  const texts = async () => {
    const thread = await threads.get(app.db, scope, id)
    const { entries } = await threads.entries.page(app.db, thread, { limit: 9, offset: 0, order: 'asc' })
    return entries.map(({ message }) => message?.content)
  }
  assert.deepEqual(await texts(), ['one', 'two'])
  await app.db.rows(sqlText(readFileSync(migration, 'utf8')))
  assert.deepEqual(await texts(), ['two'])
})
