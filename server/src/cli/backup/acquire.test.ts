import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acquire } from './acquire.ts'

test('what is still being opened when the command is interrupted is released all the same', async () => {
  const cleanup = new AsyncDisposableStack()
  const opening = Promise.withResolvers<object>()
  let released = 0
  const acquiring = acquire(
    cleanup,
    () => opening.promise,
    async () => void released++,
  )
  const cleaning = cleanup.disposeAsync()
  opening.resolve({})
  await Promise.all([acquiring, cleaning])
  assert.equal(released, 1)
})

test('after that nothing is opened any more', async () => {
  const cleanup = new AsyncDisposableStack()
  await cleanup.disposeAsync()
  let opened = 0
  await assert.rejects(
    acquire(
      cleanup,
      async () => ({ number: ++opened }),
      async () => undefined,
    ),
    ReferenceError,
  )
  assert.equal(opened, 0)
})

test('what could not be opened needs no release', async () => {
  await using cleanup = new AsyncDisposableStack()
  const failing = acquire(
    cleanup,
    () => Promise.reject(new Error('closed')),
    async () => assert.fail('there is nothing to release'),
  )
  await assert.rejects(failing, /closed/)
})
