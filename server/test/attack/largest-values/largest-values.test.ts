import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { createFixtures, fill, type Params } from '../../contract/fixtures.ts'
import { startTestApp, type TestProject } from '../../harness.ts'
import { someOf } from '../../size.ts'
import { maxHoldMs } from '../attack.ts'
import { createLoopWatch } from '../watch/loop-watch.ts'
import { hostiles, type LargeBody, largestBodies } from './bodies.ts'

/**
 * The largest legal value of every field, of every kind that is compiled somewhere, leaves the event loop to others. What
 * is measured is the processor time of one round of the loop.
 */
const app = await startTestApp()
after(() => app.stop())
const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const watch = createLoopWatch()
after(() => watch.stop())

let project: TestProject
let paramsOf: (path: string) => Params | null
before(async () => {
  project = await app.newProject()
  paramsOf = await createFixtures(project, app)
})

// A first compilation, or a garbage collection, does not count.
const maxAttempts = 6
const compiles =
  /pattern|expression|condition|template|schema|cron|parameters|regex|mapping|filter|query|where/i

async function heldBy({ method, url, field }: LargeBody, turn: number): Promise<string[]> {
  const breaches: string[] = []
  for (const hostile of someOf(hostiles, 3, turn)) {
    const payload = Buffer.from(JSON.stringify(field.fill(hostile)))
    let heldMs = Number.POSITIVE_INFINITY
    let status = 0
    for (let attempt = 0; heldMs > maxHoldMs && attempt < maxAttempts; attempt++) {
      watch.take()
      const response = await app.app.http.inject({
        method: method as 'POST',
        url: fill(url, paramsOf(url)),
        headers: { host: 'localhost', 'x-api-key': project.adminKey, 'content-type': 'application/json' },
        payload,
      })
      status = response.statusCode
      heldMs = watch.take()
    }
    if (heldMs > maxHoldMs)
      breaches.push(
        `${method} ${url} ${field.path}: ${hostile.name} (${payload.length} bytes) ${status} held ${heldMs.toFixed(0)} ms`,
      )
    if (status === 500) breaches.push(`${method} ${url} ${field.path}: ${hostile.name} responded 500`)
  }
  return breaches
}

const all = largestBodies(document)
const nameOf = ({ field }: LargeBody) => field.path.split('.').at(-1)!
const [named, others] = [true, false].map((isNamed) =>
  all.filter((body) => compiles.test(nameOf(body)) === isNamed),
)
// Operations share their shapes: the first one with a field of a name has it in the short version.
const distinct = [...new Map(named!.map((body) => [nameOf(body), body])).values()]

for (const [title, bodies] of [
  ['fields whose names say that they are compiled', someOf(named!, 20).concat(distinct)],
  ['every other field', someOf(others!, 40)],
] as const)
  test(`leaves the loop to others with the largest legal value of ${title}`, async () => {
    assert.ok(bodies.length > 30, String(bodies.length))
    const breaches: string[] = []
    for (const [turn, body] of [...new Set(bodies)].entries()) breaches.push(...(await heldBy(body, turn)))
    assert.deepEqual(breaches, [])
  })
