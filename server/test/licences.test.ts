import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const accepted = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MPL-2.0',
  '0BSD',
  'OFL-1.1',
])
// Their packages name no licence; NOTICE says where it is.
const isPiece = (name: string) => name.startsWith('@activepieces/piece-')
// A program of the tests, never shipped; its package refers to the licence of the MCP project, MIT and Apache-2.0.
const isReferenceServer = (name: string) => name === '@modelcontextprotocol/server-everything'

test('every package that we name has a licence we can live with', () => {
  for (const manifest of [
    'package.json',
    'server/package.json',
    'sdk/package.json',
    'dashboard/package.json',
  ]) {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = readJson(manifest)
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const path = `node_modules/${name}/package.json`
      // Optional ones of other platforms are not here.
      if (
        name.startsWith('@stoa/') ||
        isPiece(name) ||
        isReferenceServer(name) ||
        !existsSync(join(root, path))
      )
        continue
      const { license } = readJson(path) as { license?: string }
      assert.ok(
        license?.split(' OR ').some((each) => accepted.has(each)),
        `${name} in ${manifest}: ${license ?? 'no licence'}`,
      )
    }
  }
})
