import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { accountPath, configPath } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
const users = ['ada', 'bob', 'cleo', 'dora']

before(async () => {
  project = await app.newProject()
})

async function newConfig(slug: string): Promise<string> {
  const { status, body, text } = await project.admin.post(configPath, {
    toolkit: { slug },
    authConfig: { authScheme: 'API_KEY' },
  })
  assert.equal(status, 200, text)
  return body.data.id
}

const connect = (username: string, id: string) =>
  project.admin.as(username).post(accountPath, {
    authConfig: { id },
    connection: { state: { authScheme: 'API_KEY', val: { api_key: `a-key-of-${username}` } } },
  })

async function newToolkit(slug: string): Promise<void> {
  const made = await project.admin.post('/api/v1/toolkits', {
    slug,
    name: slug,
    description: '',
    baseUrl: 'https://api.example.com',
    authSchemes: ['API_KEY'],
  })
  assert.equal(made.status, 200, made.text)
}

/** No response is a server error, whatever comes first. */
async function together(calls: readonly (() => Promise<{ status: number; text: string }>)[]) {
  const responses = await Promise.all(calls.map((call) => call()))
  const faults = app.logLines.filter((line) => line.includes('"level":"error"'))
  for (const { status, text } of responses) assert.ok(status < 500, `${text} ${faults.at(-1)}`)
  return responses
}

const countsOf = () =>
  app.db.rows<{ name: string; counted: number; there: number }>(sql`
    select u.name, s.connection_count as counted, (select count(*)::int from connected_account a
      where a.project_id = u.project_id and a.external_user_id = u.id and a.connected_at is not null) as there
    from external_user u join external_user_stats s on s.project_id = u.project_id and s.external_user_id = u.id
    where u.project_id = ${project.id} order by u.name`)

async function areCountsTrue(): Promise<void> {
  for (const { name, counted, there } of await countsOf()) assert.equal(counted, there, name)
}

describe('accounts and auth configs that are deleted at the same time', () => {
  it('go once, and no call fails', async () => {
    await newToolkit('races')
    for (let round = 0; round < 5; round++) {
      const ids = [await newConfig('races'), await newConfig('races')]
      const accounts: { username: string; id: string }[] = []
      for (const [i, id] of ids.entries())
        for (const username of i === 0 ? users : users.toReversed()) {
          const made = await connect(username, id)
          assert.equal(made.status, 200, made.text)
          accounts.push({ username, id: made.body.data.id })
        }
      await together([
        ...ids.map((id) => () => project.admin.delete(`${configPath}/${id}?cascade=true`)),
        ...accounts.map(
          ({ username, id }) =>
            () =>
              project.admin.as(username).delete(`${accountPath}/${id}`),
        ),
        ...ids.map((id) => () => connect('ada', id)),
        ...ids.map((id) => () => project.admin.as('bob').post(`${accountPath}/link`, { authConfigId: id })),
      ])
      for (const id of ids) assert.equal((await project.admin.get(`${configPath}/${id}`)).status, 404)
      const [{ published }] = (await app.db.rows<{ published: number }>(sql`
        select count(*)::int as published from event where project_id = ${project.id}
          and type = 'connected_account.deleted' and data->>'id' = any(${accounts.map(({ id }) => id)})`)) as [
        { published: number },
      ]
      assert.equal(published, accounts.length)
    }
    await areCountsTrue()
  })

  it('also with the end user, and with the toolkit', async () => {
    for (let round = 0; round < 4; round++) {
      const slug = `races-${round}`
      await newToolkit(slug)
      const ids = [await newConfig(slug), await newConfig(slug)]
      const name = `user-${round}`
      const made = [await connect(name, ids[0]!), await connect(name, ids[1]!), await connect('ada', ids[0]!)]
      const { body } = await project.admin.get(`/api/v1/external-users/username/${name}`)
      await together([
        () => project.admin.delete(`/api/v1/external-users/${body.data.id}`),
        ...made.map((each, i) => () => {
          const owner = project.admin.as(i === 2 ? 'ada' : name)
          return owner.delete(`${accountPath}/${each.body.data.id}`)
        }),
        () => project.admin.delete(`${configPath}/${ids[0]}?cascade=true`),
        () => project.admin.delete(`/api/v1/toolkits/byId/${slug}?cascade=true`),
        () => connect('bob', ids[1]!),
      ])
    }
    await areCountsTrue()
  })
})
