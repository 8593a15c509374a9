import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from './build.ts'

/**
 * Writes the package as it is published into a folder: the one given, or the current one. `npm pack` alone would pack the
 * sources, because `.npmrc` lets no package run scripts, ours included.
 */
const destination = resolve(process.argv[2] ?? '.')
const directory = build()
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', directory, '--json', '--pack-destination', destination], { encoding: 'utf8' }),
) as [{ filename: string }]
console.log(join(destination, packed.filename))
