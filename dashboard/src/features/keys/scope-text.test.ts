import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { scopeGroups, scopeText } from './scope-text.ts'

type Description = { paths: Record<string, Record<string, { 'x-permission'?: string }>> }

const document = new URL('../../../../server/openapi.json', import.meta.url)
const { paths } = JSON.parse(readFileSync(document, 'utf8')) as Description
const scopes = Object.values(paths).flatMap((methods) =>
  Object.values(methods).flatMap((operation) => operation['x-permission'] ?? []),
)

test('every scope that an endpoint requires has a text that no other has', () => {
  assert.ok(scopes.includes('overview:read'))
  const texts = [...new Set(scopes)].map(scopeText)
  assert.deepEqual(
    texts.filter((text) => text.includes(':')),
    [],
  )
  assert.equal(new Set(texts).size, texts.length)
  assert.equal(scopeText('overview:read'), 'View activity and what needs attention')
})

test('what is not known is shown by its parts', () => {
  assert.equal(scopeText('tools:*'), 'Tools: everything')
  assert.equal(scopeText('new-area:read'), 'New area: view')
  assert.equal(scopeText('nothing'), 'nothing')
})

test('scopes are grouped by their area, what reads first', () => {
  assert.deepEqual(scopeGroups(['zebra:read', 'chat:write', 'overview:read', 'chat:execute', 'chat:read']), [
    { name: 'Overview', scopes: ['overview:read'] },
    { name: 'Chat', scopes: ['chat:read', 'chat:write', 'chat:execute'] },
    { name: 'Zebra', scopes: ['zebra:read'] },
  ])
})
