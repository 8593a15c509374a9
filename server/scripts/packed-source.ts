import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A package that a catalogue is written from. The checksum makes sure that it is the reviewed one. */
export type PackedSource = { spec: string; sha512: string }

/** Fetches a package without installing it and returns where it was unpacked. */
export function unpackSource(workDir: string, name: string, { spec, sha512 }: PackedSource): string {
  const dir = join(workDir, name)
  mkdirSync(dir)
  // `npm` itself, on Windows only reachable through a shell; nothing here comes from outside.
  const isWindows = process.platform === 'win32'
  const listed = execFileSync('npm', ['pack', spec, '--json', '--ignore-scripts'], {
    cwd: dir,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
    // The list of a package's files may be long.
    maxBuffer: 64 * 1024 * 1024,
  })
  const [packed] = z.array(z.object({ filename: z.string() })).parse(JSON.parse(listed.toString()))
  const archive = join(dir, packed!.filename)
  const actual = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (actual !== sha512) throw new Error(`${spec} is not the package that was reviewed (sha512 ${actual})`)
  execFileSync('tar', ['-xzf', archive, '-C', dir])
  return join(dir, 'package')
}
