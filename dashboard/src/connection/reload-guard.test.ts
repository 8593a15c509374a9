import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mayReload } from './reload-guard.ts'

it('lets a page reload itself once a minute, and never without storage', () => {
  const stored = new Map<string, string>()
  const store = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  }
  const start = Date.UTC(2026, 0, 1)
  assert.equal(
    mayReload(() => store, start),
    true,
  )
  assert.equal(
    mayReload(() => store, start + 1_000),
    false,
  )
  assert.equal(
    mayReload(() => store, start + 61_000),
    true,
  )
  const blocked = () => {
    throw new Error('blocked')
  }
  assert.equal(mayReload(blocked, start), false)
})
