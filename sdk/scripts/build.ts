import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sdk = join(import.meta.dirname, '..')
const dist = join(sdk, 'dist')
const entry = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` })

/** Makes `sdk/dist`, the package as it is published: plain JavaScript with declarations instead of sources. */
export function build(): string {
  rmSync(dist, { recursive: true, force: true })
  const tsc = join(sdk, '../node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', join(sdk, 'tsconfig.build.json')], { stdio: 'inherit' })
  const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as Record<string, unknown>
  const { private: _, scripts: __, ...rest } = manifest
  const published = {
    ...rest,
    types: './index.d.ts',
    exports: { '.': entry('index'), './*': entry('areas/*') },
  }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  for (const file of ['README.md', '../LICENSE', '../NOTICE'])
    cpSync(join(sdk, file), join(dist, file.replace('../', '')))
  return dist
}
