import assert from 'node:assert/strict'
import { it } from 'node:test'
import { navigationEntriesFor } from './navigation.ts'

it('opens one page with each shortcut key', () => {
  const entries = navigationEntriesFor(true)
  const byKey = Object.groupBy(entries, ({ key }) => key)
  const shared = Object.entries(byKey).filter(([, pages = []]) => pages.length > 1)
  assert.deepEqual(
    shared.map(([key, pages = []]) => [key, ...pages.map(({ label }) => label)]),
    [],
  )
  assert.ok(entries.every(({ key }) => /^[a-z]$/.test(key)))
})
