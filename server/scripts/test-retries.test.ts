import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('run-files.ts', import.meta.url))
let directory = ''

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stoa-retries-'))
})
after(() => rm(directory, { recursive: true, force: true }))

/**
 * A test file that fails the first time, or as many times as are named; `end` is how it fails. A further test of it fails
 * in one run, if one is named.
 */
async function writeTest(
  name: string,
  failures: number,
  end = `throw new Error('the reason')`,
  otherRun = 0,
): Promise<string> {
  const path = join(directory, `${name}.test.mjs`)
  const state = join(directory, `${name}.runs`)
  const source = `
import { appendFileSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
appendFileSync(${JSON.stringify(state)}, '.')
const runs = readFileSync(${JSON.stringify(state)}, 'utf8').length
describe('suite of ${name}', () => {
  it('always passes in ${name}', () => undefined)
  it('case of ${name}', () => {
    if (runs <= ${failures}) ${end}
  })
  it('fails in run ${otherRun} of ${name}', () => {
    if (runs === ${otherRun}) throw new Error('another reason')
  })
})
`
  await writeFile(path, source)
  return path
}

function runFiles(files: readonly string[], environment: Record<string, string>) {
  // What the runner around this test sets would make the script report to it instead of to the terminal.
  const { CI, NODE_TEST_CONTEXT, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, [runner, ...files], {
    encoding: 'utf8',
    env: { ...env, ...environment },
  })
  return { status, stdout }
}

describe('a test that fails in CI', () => {
  it('and passes when its file runs once more is named as flaky, with its first failure', async () => {
    const files = [await writeTest('flaky', 1), await writeTest('steady', 0)]
    const { status, stdout } = runFiles(files, { CI: 'true' })
    assert.equal(status, 0, stdout)
    const [, flaky = ''] = stdout.split('FLAKY: ')
    assert.match(flaky, /flaky\.test\.mjs: "case of flaky" failed in one of two runs/)
    assert.match(flaky, /Error: the reason/)
    assert.equal(stdout.match(/✔ always passes in flaky/g)?.length, 2)
    assert.equal(stdout.match(/✔ always passes in steady/g)?.length, 1)
  })

  it('fails the run when it fails twice, whatever else was flaky', async () => {
    const files = [await writeTest('broken', 2), await writeTest('shaky', 1)]
    const { status, stdout } = runFiles(files, { CI: 'true' })
    assert.equal(status, 1, stdout)
    assert.match(stdout, /FLAKY: .*shaky\.test\.mjs/)
    assert.doesNotMatch(stdout, /FLAKY: .*broken\.test\.mjs/)
  })

  it('is flaky, too, when it passed at first and another test of its file did not', async () => {
    const { status, stdout } = runFiles([await writeTest('other', 1, undefined, 2)], { CI: 'true' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /FLAKY: .*other\.test\.mjs: "case of other" failed/)
    assert.match(stdout, /FLAKY: .*other\.test\.mjs: "fails in run 2 of other" failed/)
  })

  it('fails the run when it had no first run, because the process ended before it', async () => {
    const { status, stdout } = runFiles([await writeTest('late', 1, 'process.exit(3)', 2)], { CI: 'true' })
    assert.equal(status, 1, stdout)
  })

  it('runs once more when its process ended, too', async () => {
    const { status, stdout } = runFiles([await writeTest('ended', 1, 'process.exit(3)')], { CI: 'true' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /FLAKY: .*ended\.test\.mjs/)
  })

  it('does not run again when more than three files failed', async () => {
    const files = await Promise.all(['a', 'b', 'c', 'd'].map((name) => writeTest(name, 1)))
    const { status, stdout } = runFiles(files, { CI: 'true' })
    assert.equal(status, 1, stdout)
    assert.doesNotMatch(stdout, /FLAKY|Running again/)
  })
})

describe('a test that fails elsewhere', () => {
  it('fails the run', async () => {
    const { status, stdout } = runFiles([await writeTest('at-home', 1)], {})
    assert.equal(status, 1, stdout)
    assert.doesNotMatch(stdout, /FLAKY|Running again/)
  })
})
