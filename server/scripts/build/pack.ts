import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writePackage } from './package-files.ts'
import { allBuilds, buildStale } from './stale-builds.ts'

/** Writes the package as it is published, with everything built, into a folder: the one given, or the current one. */
const destination = resolve(process.argv[2] ?? '.')
const failed = await buildStale(allBuilds)
// A package without one of them is not what is published.
if (failed.length > 0) process.exit(1)
const work = await mkdtemp(join(tmpdir(), 'stoa-pack-'))
try {
  await writePackage(join(work, 'package'))
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', join(work, 'package'), '--json', '--pack-destination', destination], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  ) as [{ filename: string }]
  console.log(join(destination, packed.filename))
} finally {
  await rm(work, { recursive: true, force: true })
}
