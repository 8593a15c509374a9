import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { apiKey, databasePid, makeInstallation, makeTemplate, type Server } from '../process/stoa.ts'
import { inLongRun, sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { descendantsOf } from './resources.ts'

const cuts = sizeOf({ short: 1, long: 5, variable: 'STOA_TEST_POWER_CUTS' })
const run = promisify(execFile)

// EXT4_IOC_SHUTDOWN without a flush of the journal: what was not synced is lost, as when the power is.
const cut =
  'import fcntl, os, struct, sys; fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))'

const hasPrograms = ['mkfs.ext4 -V', 'python3 --version'].every(
  (line) => spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0,
)
const skip =
  process.getuid?.() === 0 && hasPrograms ? inLongRun.skip : 'needs root, mkfs.ext4 and python3 to cut power'

/** A disk in a file, whose power can be cut. Null where no loop device can be mounted. */
async function makeDisk(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-power-'))
  const [image, mountPoint] = [join(directory, 'image'), join(directory, 'disk')]
  const shell = (line: string) => run('sh', ['-c', line])
  const mount = () => shell(`mkdir -p ${mountPoint} && mount -o loop ${image} ${mountPoint}`)
  t.after(async () => {
    await shell(`umount -l ${mountPoint}`).catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  })
  await shell(`truncate -s 1G ${image} && mkfs.ext4 -q -F ${image}`)
  const isMounted = await mount().then(
    () => true,
    () => false,
  )
  if (!isMounted) return null
  return {
    mountPoint,
    /** What was copied there is no write of the product. */
    sync: () => shell(`sync -f ${mountPoint}`),
    cutPower: () => run('python3', ['-c', cut, mountPoint]),
    async powerUp(): Promise<void> {
      const isFree = () =>
        shell(`umount ${mountPoint}`).then(
          () => true,
          () => false,
        )
      await until(isFree, 'a disk that nothing holds open')
      await mount()
    },
  }
}

/** Everything that runs on the machine ends with its power. */
async function endAll(server: Server, dataDir: string): Promise<void> {
  const database = await databasePid(dataDir).catch(() => null)
  const processes = database === null ? [] : [database, ...(await descendantsOf(database))]
  await server.stop('SIGKILL')
  for (const pid of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself: its disk fails.
    }
  }
}

test('the power is cut under load: what was acknowledged is on the disk, and the ledger is exact', {
  skip,
}, async (t) => {
  const installation = await makeInstallation(t)
  const disk = await makeDisk(t)
  if (disk === null) return t.skip('this machine has no loop devices')
  const dataDir = join(disk.mountPoint, 'data')
  await (await makeTemplate()).copyTo(dataDir)
  await disk.sync()
  const env = { STOA_DATA_DIR: dataDir, STOA_API_KEY: apiKey, STOA_RATE_LIMIT: '1000000', STOA_PIECES: '0' }
  const acknowledged: string[] = []
  let server = await installation.start(env)
  await server.call('POST', '/usage/grants', { credits: 100_000, reason: 'test' })
  for (let i = 0; i < cuts; i++) {
    const before = acknowledged.length
    const load = [1, 2, 3].map(async (writer) => {
      for (let n = 0; ; n++) {
        const name = `cut-${i}-${writer}-${n}`
        const made = await server.call('POST', '/external-users', { name }).catch(() => null)
        if (made?.status !== 200) return
        acknowledged.push(name)
        const body = { arguments: { text: name, to: 'upper' } }
        await server.call('POST', '/tools/execute/text_change_case', body).catch(() => null)
      }
    })
    await until(() => acknowledged.length > before + 30, 'writes before the cut')
    await disk.cutPower()
    await Promise.all([...load, endAll(server, dataDir)])
    await disk.powerUp()
    server = await installation.start(env)
    const names = new Set((await server.listAll('/external-users')).map(({ name }) => name))
    assert.deepEqual(
      acknowledged.filter((name) => !names.has(name)),
      [],
      `after cut ${i + 1}`,
    )
    const { body } = await server.call('GET', '/usage/reconcile')
    assert.equal(body.data.isClean, true, JSON.stringify(body.data))
  }
  t.diagnostic(`${cuts} cuts, ${acknowledged.length} acknowledged`)
  assert.equal((await server.stop()).code, 0)
})
