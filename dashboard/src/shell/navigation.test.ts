import assert from 'node:assert/strict'
import { it } from 'node:test'
import { manifests } from '../pages/manifests.ts'
import { entriesAt, navigationEntriesFor } from './navigation.ts'
import { furtherPagesFor } from './palette-pages.ts'

const routes = manifests.flatMap((manifest) => manifest.routes)
// Above the projects: one is in the menu of the account, the other is opened by an MCP client.
const withoutEntry = ['/account', '/oauth/authorize']

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

it('has exactly one current entry for every page with a sidebar', () => {
  const found = routes
    .filter(({ isPublic, path }) => !isPublic && !withoutEntry.includes(path))
    .map(
      ({ path }) => [path, entriesAt(path.replace(/\{\w+\}/g, 'some-id')).map(({ label }) => label)] as const,
    )
  assert.ok(found.length > 60)
  assert.deepEqual(
    found.filter(([, labels]) => labels.length !== 1),
    [],
  )
  assert.deepEqual(Object.fromEntries(found)['/mcp-servers/{id}'], ['Toolkits'])
  for (const path of withoutEntry) assert.deepEqual(entriesAt(path), [])
})

it('covers nothing that is no page, and no page that only begins like one of an entry', () => {
  const covered = navigationEntriesFor(true).flatMap(({ covers = [] }) => covers)
  const paths = new Set(routes.map(({ path }) => path))
  assert.deepEqual(
    covered.filter((path) => !paths.has(path)),
    [],
  )
  assert.deepEqual(entriesAt('/toolsmith'), [])
})

it('has every page in the palette once, and those of admins only for them', () => {
  const action = { label: 'Create a tool', to: '/new-tool' }
  const titled = routes.filter(({ title, isPublic }) => title !== undefined && !isPublic)
  const listed = [...navigationEntriesFor(true), ...furtherPagesFor(true, [action]), action].map(
    ({ to }) => to,
  )
  assert.deepEqual(
    listed.toSorted(),
    titled
      .map(({ path }) => path)
      .filter((path) => path !== '/oauth/authorize')
      .toSorted(),
  )
  const further = (isAdmin: boolean) => furtherPagesFor(isAdmin, [action]).map(({ title }) => title)
  assert.ok(further(true).includes('Installed toolkits') && further(true).includes('Tool runs'))
  assert.deepEqual(
    further(true).filter((title) => !further(false).includes(title)),
    ['Installed toolkits'],
  )
})
