import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const folder = import.meta.dirname
const texts = globSync('**/*.{css,tsx}', { cwd: folder }).map((path) => ({
  path,
  text: readFileSync(`${folder}/${path}`, 'utf8'),
}))
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

// A browser takes what is not declared for nothing, without a word.
it('uses no variable of a style that none declares', () => {
  const declared = new Set(texts.flatMap(({ text }) => found(text, /(--[a-z0-9-]+)['"]?\s*:/g)))
  const unknown = texts.flatMap(({ path, text }) =>
    found(text, /var\((--[a-z0-9-]+)/g)
      .filter((name) => !declared.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})
