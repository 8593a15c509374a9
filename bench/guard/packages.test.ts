import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedPackages, type Lock } from './packages.ts'

const lock: Lock = {
  packages: {
    '': { dependencies: { linter: '1' } },
    server: { dependencies: { a: '1' }, devDependencies: { '@x/b': '1', '@stoa/markdown': '1' } },
    markdown: { dependencies: { mark: '1' } },
    'node_modules/@stoa/markdown': { link: true },
    'node_modules/mark': { version: '1.0.0' },
    'node_modules/linter': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', dependencies: { c: '1' }, devDependencies: { unused: '1' } },
    'node_modules/a/node_modules/c': { version: '1.0.0' },
    'node_modules/@x/b': {
      version: '1.0.0',
      dependencies: { c: '2' },
      optionalDependencies: { native: '1' },
    },
    'node_modules/c': { version: '2.0.0', dependencies: { '@x/b': '1' } },
    'node_modules/native': { version: '1.0.0', optional: true },
    'node_modules/unused': { version: '1.0.0' },
  },
}
const changedWith = (packages: Record<string, object | undefined>): string[] =>
  changedPackages(lock, {
    packages: JSON.parse(JSON.stringify({ ...lock.packages, ...packages })) as Lock['packages'],
  })

test('a base with the installed packages can be built', () => {
  assert.deepEqual(changedWith({}), [])
})

test('packages that the server does not need may differ', () => {
  assert.deepEqual(
    changedWith({ 'node_modules/linter': { version: '2.0.0' }, 'node_modules/unused': undefined }),
    [],
  )
})

test('a package in another version, at the place where it is found, is named', () => {
  assert.deepEqual(changedWith({ 'node_modules/a/node_modules/c': { version: '2.0.0' } }), ['c 1.0.0'])
  assert.deepEqual(changedWith({ 'node_modules/c': undefined }), ['c 2.0.0'])
  assert.deepEqual(changedWith({ 'node_modules/mark': { version: '3.0.0' } }), ['mark 1.0.0'])
})

test('an optional package may be absent, but not in another version', () => {
  assert.deepEqual(changedWith({ 'node_modules/native': undefined }), [])
  assert.deepEqual(changedWith({ 'node_modules/native': { version: '2.0.0' } }), ['native 1.0.0'])
})
