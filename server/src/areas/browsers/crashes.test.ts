import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, it } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { descendantsOf } from '../../../test/sandbox/attacks/processes.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

const app = await startTestApp()
after(() => app.stop())
const path = '/api/v1/browser/sessions'
const skip = findChromium(null).kind === 'missing' || process.platform !== 'linux'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
/** One may have ended since it was listed. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
const running = (part: string): number[] =>
  descendantsOf(process.pid)
    .map(({ pid }) => pid)
    .filter((pid) => commandOf(pid).includes(part))

for (const [name, part] of [
  ['browser', '--remote-debugging-pipe'],
  ['process of the browsers', 'browsers/child/main.ts'],
] as const)
  it(`a ${name} that is killed ends its sessions with the reason, and the next session works`, {
    skip,
  }, async () => {
    const { member } = await app.newProject()
    const { id } = (await member.post(path, { driver: 'chromium' })).body.data
    const [host] = running('browsers/child/main.ts')
    const names = readdirSync(tmpdir()).filter((each) => each.startsWith(`stoa-browser-${host}-`))
    assert.ok(names.length > 0)
    for (const pid of running(part)) kill(pid)
    const session = async () => (await member.get(`${path}/${id}`)).body.data
    await until(async () => (await session()).status === 'error', 'the end of the session')
    assert.equal((await session()).endedReason, 'crashed')
    const next = await member.post(path, { driver: 'chromium' })
    assert.equal(next.body.data?.status, 'running', next.text)
    await member.post(`${path}/${next.body.data.id}/close`)
    const isLeft = () => readdirSync(tmpdir()).some((each) => names.includes(each))
    await until(() => !isLeft(), 'its folders are deleted')
  })
