import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())
const { usage } = app.app
const credit = 1_000_000

const openHolds = async (workId: string) => app.db.rows(sql`select from usage_hold where work_id = ${workId}`)
const spent = async (workId: string) =>
  app.db.rows<{ microCredits: number }>(
    sql`select used_micro::float as "microCredits" from usage_entry where work_id = ${workId}`,
  )

for (const [what, code] of Object.entries({ full: '53100', 'out of reach': '57P01' })) {
  test(`work whose end meets a database that is ${what} fails for its caller, and is paid once it can be stored`, async () => {
    const project = await app.newProject()
    const workId = `tool:${randomUUID()}`
    await usage.hold(app.db, project.scope, { workId, type: 'tool', microCredits: 3 * credit })
    const refusal = Object.assign(new Error('not now'), { code })
    let tries = 0
    const finishing = usage.finish(
      { roundTrip: { tryInOneRoundTrip: () => Promise.reject(refusal) }, db: app.db },
      project.scope,
      {
        workId,
        result: { cost: { microCredits: 2 * credit } },
        row: sql`select 1`,
        end: async () => ++tries,
      },
    )
    await assert.rejects(finishing, refusal)
    assert.equal((await openHolds(workId)).length, 1)
    await until(async () => (await openHolds(workId)).length === 0, 'the hold is settled')
    assert.deepEqual(await spent(workId), [{ microCredits: 2 * credit }])
  })
}
