import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas, kernelTables } from '../src/areas/order.ts'
import { functionFaults } from './boundaries/functions.ts'
import { importFaults } from './boundaries/imports.ts'
import { folderFaults, spreadFaults } from './boundaries/layout.ts'
import type { Plan, Source } from './boundaries/locations.ts'
import { errorCodeFaults, migrationFaults, runScopeFaults, tableFaults } from './boundaries/ownership.ts'
import { twoPathFaults } from './boundaries/two-paths.ts'

/** Holds the product to its plan (ARCHITECTURE.md, "What always holds"): what no other tool checks. */
const root = join(import.meta.dirname, '../..')
const plan: Plan = { manifests: areas.manifests, kernelTables }

const read = (folder: string, pattern: string): Source[] =>
  globSync(pattern, { cwd: join(root, folder), exclude: ['**/node_modules/**', '**/dist*/**'] }).map(
    (file) => ({
      file,
      text: readFileSync(join(root, folder, file), 'utf8'),
    }),
  )

const isSource = ({ file }: Source) => !/\.test\.ts$|\/(testing|sample|scratch)\.ts$/.test(file)
const faultsOf = (source: Source): string[] =>
  [importFaults, tableFaults, errorCodeFaults, runScopeFaults, functionFaults]
    .flatMap((check) => check(source, plan))
    .map((fault) => `${source.file}: ${fault}`)

const own = [
  'server/{src,test,scripts,bin}',
  'bench',
  'acceptance',
  'openapi-checks',
  'sdk/{src,scripts,test}',
  'dashboard/{e2e,scripts}',
  'markdown',
]
const written = own.flatMap((folder) => read('.', `${folder}/**/*.ts`))
const isGenerated = ({ file }: Source) => /^sdk\/src\/(areas\/|generated\.ts)/.test(file)
const byHand = written.filter((source) => !isGenerated(source))

const dashboard = read('.', 'dashboard/src/**/*.{ts,tsx}')

const sources = read('server/src', '**/*.ts').filter(isSource)

const faults = [
  ...sources.flatMap(faultsOf),
  ...twoPathFaults(sources),
  ...migrationFaults(read('server/migrations', '*.sql'), plan),
  ...folderFaults(byHand.map(({ file }) => file)),
  ...[...byHand, ...dashboard].flatMap((source) =>
    spreadFaults(source).map((fault) => `${source.file}: ${fault}`),
  ),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
