import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, operationsOf } from './read-operations.ts'
import { typesText } from './types-text.ts'

/** Writes what the SDK knows of the API from openapi.json; with `--check` it only says whether that is stale. */
const sdk = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(sdk, '../server/openapi.json'), 'utf8')) as Document
const operations = operationsOf(document)

const wanted = new Map([['src/generated.ts', typesText(document, operations)]])
const present = globSync('src/areas/*.ts', { cwd: sdk })
const stale = [
  ...[...wanted].filter(([path, text]) => readIfThere(path) !== text).map(([path]) => path),
  ...present.filter((path) => !wanted.has(path)),
]

if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`sdk/${path} is stale: run npm run openapi`)
  if (stale.length > 0) process.exitCode = 1
} else {
  mkdirSync(join(sdk, 'src/areas'), { recursive: true })
  for (const path of stale) {
    const text = wanted.get(path)
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
