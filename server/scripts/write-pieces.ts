import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import type { PieceEntry } from '../src/areas/pieces/describe/entry.ts'
import { pieceProcessCommand } from '../src/areas/pieces/host/command.ts'
import { createPiecePool } from '../src/areas/pieces/host/pool.ts'
import { describeBundle } from '../src/areas/pieces/service/describe-bundle.ts'
import { findPackage, slugOfPackage } from '../src/areas/pieces/service/shipped.ts'
import { createLog } from '../src/kernel/log.ts'

/**
 * Records what the installed pieces can do, so that the server lists them without loading any. Run it after a
 * version of a piece was changed: `node server/scripts/write-pieces.ts`.
 */
const target = join(import.meta.dirname, '../src/areas/pieces/catalogue/pieces.json')
const names = Object.keys(manifest.optionalDependencies).filter((name) =>
  name.startsWith('@activepieces/piece-'),
)
const dataDir = await mkdtemp(join(tmpdir(), 'stoa-pieces-'))
const log = createLog({ level: 'warn', secrets: [] })
const pool = createPiecePool({ command: () => pieceProcessCommand(dataDir), log })

const entries: PieceEntry[] = []
for (const name of names.sort()) {
  const found = await findPackage(name)
  if (!found) throw new Error(`${name} is not installed`)
  const { version, bundle } = found
  entries.push(await describeBundle(pool, bundle, { package: name, version, slug: slugOfPackage(name) }))
}
await pool.close()
await rm(dataDir, { recursive: true })
await writeFile(target, `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`)
const tools = entries.flatMap(({ tools }) => tools)
const triggers = tools.filter(({ type }) => type !== 'action')
console.log(
  `${entries.length} pieces, ${tools.length - triggers.length} actions, ${triggers.length} triggers`,
)
