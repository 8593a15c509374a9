import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds to package-lock.json the packages for other platforms that npm left out. npm drops optional packages that the
 * registry in use does not have, and then `npm ci` refuses the lockfile because they are missing. They are never
 * fetched here: the platform of each is in its name.
 */
type Locked = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const path = new URL('../../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Locked> }

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'aix',
  'netbsd',
  'openbsd',
  'sunos',
]
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os && !cpu) throw new Error(`${name} does not say for which platform it is`)
  const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {}
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...libc }
}

const added: string[] = []
for (const owner of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`
    if (lock.packages[path] || !/^\d/.test(version)) continue
    lock.packages[path] = {
      version,
      ...(owner.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    }
    added.push(`${name}@${version}`)
  }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([root!, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'nothing was missing' : `added ${added.join(', ')}`)
