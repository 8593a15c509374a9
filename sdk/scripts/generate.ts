import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaIndexText, areaText } from './areas-text.ts'
import { areasOf } from './operation-names.ts'
import { type Document, operationsOf } from './read-operations.ts'
import { typesText } from './types-text.ts'

/** Writes what the SDK knows of the API from openapi.json; with `--check` it only says whether that is stale. */
const sdk = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(sdk, '../server/openapi.json'), 'utf8')) as Document
const operations = operationsOf(document)

const areas = areasOf(operations)

const expected = new Map([
  ['src/generated.ts', typesText(document, operations)],
  ['src/areas/index.ts', areaIndexText(areas)],
  ...areas.map((area) => [`src/areas/${area.fileName}.ts`, areaText(area)] as const),
])
const present = globSync('src/areas/*.ts', { cwd: sdk })
const stale = [
  ...[...expected].filter(([path, text]) => readIfThere(path) !== text).map(([path]) => path),
  ...present.filter((path) => !expected.has(path)),
]

if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`sdk/${path} is stale: run npm run openapi`)
  if (stale.length > 0) process.exitCode = 1
} else {
  mkdirSync(join(sdk, 'src/areas'), { recursive: true })
  for (const path of stale) {
    const text = expected.get(path)
    if (text === undefined) rmSync(join(sdk, path))
    else writeFileSync(join(sdk, path), text)
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(sdk, path), 'utf8')
  } catch {
    return null
  }
}
