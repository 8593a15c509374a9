import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { startTestApp } from '../harness.ts'
import { someOf } from '../size.ts'
import { createFixtures, createFixturesAgain, fill, isNeverFound, isShared } from './fixtures.ts'
import { startRegistry } from './registry.ts'

/** Another request may delete an object at any moment of its change. */
const registry = await startRegistry()
const app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
after(async () => {
  await app.stop()
  registry.stop()
})

before(async () => void (await createFixtures(await app.newProject(), app)))

const { endpoints } = app.app
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Things that are deleted under another address than that at which they are changed. */
const elsewhere: readonly [RegExp, string][] = [
  [
    /^\/api\/v1\/(agents|chat|langgraph\/assistants|workflow\/manager(?!\/executions))\//,
    '/api/v1/workflow/manager/delete/{}',
  ],
  [/^\/api\/v1\/skills\//, '/api/v1/skills/delete/{}'],
  [/^\/api\/v1\/mcp_manager\//, '/api/v1/mcp_manager/{}'],
]

const deletable = endpoints
  .filter(({ method, path }) => method === 'DELETE' && path.endsWith('}'))
  .map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))

/** Each thing that the address of a change names, the outermost first. */
function deletionsOf({ path }: Endpoint): string[] {
  const form = `${path.replaceAll(/\{\w+\+?\}/g, '{}')}/`
  const along = deletable.filter((each) => form.startsWith(`${each}/`))
  return [...new Set([...elsewhere.flatMap(([at, each]) => (at.test(path) ? [each] : [])), ...along])]
}

/** The address of a deletion whose parameters are those of the change, in their order. */
function urlOf(deletion: string, path: string, params: Record<string, string> | null): string {
  const values = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => params?.[name!] ?? '')
  return `${deletion.replaceAll('{}', () => values.shift() ?? '')}${optionsOf(deletion)}`
}

/** Deletes also what is in use. */
const optionsOf = (deletion: string) =>
  /workflow|skills|tools/.test(deletion) ? '?force=true' : /toolkits/.test(deletion) ? '?cascade=true' : ''

/** `deletes` is an address, or says that the end user is erased who makes something new. */
type Race = { endpoint: Endpoint; name: string; deletes: string }

// A browser and an interpreter need a process each, of which there are few here.
const needsProcess = /^\/api\/v1\/(browser|sandbox)\//

const races: Race[] = endpoints
  .filter(
    ({ method, access, operatorOnly, response, path }) =>
      method !== 'GET' &&
      (access === 'project' || access === 'end-user') &&
      !operatorOnly &&
      response.kind !== 'socket' &&
      !isNeverFound(path) &&
      !needsProcess.test(path),
  )
  .flatMap((endpoint) => {
    const isNew = !endpoint.path.includes('{') || isShared(endpoint.path)
    const ofUser = isNew && endpoint.access === 'end-user' ? ['the end user'] : []
    const deletions = isNew ? ofUser : deletionsOf(endpoint)
    return deletions.map((deletes) => ({ endpoint, name: `${nameOf(endpoint)} / ${deletes}`, deletes }))
  })

// An example may name a host on the Internet, which a test cannot reach: 502 says that.
const isFault = ({ errors }: Endpoint, status: number) =>
  status >= 500 && !(status === 502 && errors?.includes('upstream_error'))

type Moment = { isDeletedFirst: boolean; at: number }

/** Both requests of one race: the second begins when so many round trips of the first are over. */
async function play({ endpoint, deletes }: Race, { isDeletedFirst, at }: Moment) {
  const { method, path, body, example } = endpoint
  const project = await app.newProject()
  const { admin } = project
  const isOfUser = deletes === 'the end user'
  const params = path.includes('{') ? await createFixturesAgain(path, project, app) : null
  const user = isOfUser ? (await admin.post('/api/v1/external-users', { name: 'ada' })).body.data : null
  const url = user ? `/api/v1/external-users/${user.id}` : urlOf(deletes, path, params)
  const caller = isOfUser ? admin.as('ada') : admin
  const change = () => caller.send(method, fill(path, params), body ? (example.body ?? {}) : undefined)
  const deletion = () => admin.delete(url)
  const [first, other] = isDeletedFirst ? [deletion, change] : [change, deletion]
  const { result, otherResult, roundTrips } = await app.statements.beside(first, { at, other })
  return { roundTrips, responses: [result, otherResult], deleted: isDeletedFirst ? result : otherResult }
}

test('no change and no deletion responds with 500 when they meet', async () => {
  assert.ok(races.length > 150, String(races.length))
  const broken: string[] = []
  const deleted = new Set<string>()
  for (const [turn, race] of someOf(races, 8).entries()) {
    const tryAt = async (moment: Moment) => {
      const met = await play(race, moment)
      if (met.deleted.status < 300) deleted.add(race.deletes)
      for (const { status, text } of met.responses)
        if (isFault(race.endpoint, status))
          broken.push(`${race.name} ${JSON.stringify(moment)}: ${status} ${text.slice(0, 200)}`)
      return met.roundTrips
    }
    for (const isDeletedFirst of [true, false]) {
      const roundTrips = await tryAt({ isDeletedFirst, at: 1 })
      const later = Array.from({ length: roundTrips - 1 }, (_, i) => i + 2)
      for (const at of someOf(later, 1, turn)) await tryAt({ isDeletedFirst, at })
    }
  }
  assert.deepEqual(broken, [])
  assert.ok(deleted.size >= 2, [...deleted].join())
})
