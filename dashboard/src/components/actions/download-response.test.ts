import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { saveBlob } from './download-response.ts'

it('keeps a file that is saved until the browser has read it', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const revoke = mock.method(URL, 'revokeObjectURL')
  const link = { href: '', download: '', click: mock.fn() }
  Object.defineProperty(globalThis, 'document', { configurable: true, value: { createElement: () => link } })
  try {
    saveBlob(new Blob(['name']), 'rows.csv')
    assert.equal(link.click.mock.callCount(), 1)
    assert.equal(link.download, 'rows.csv')
    assert.equal(revoke.mock.callCount(), 0)
    mock.timers.tick(60_000)
    assert.equal(revoke.mock.callCount(), 1)
  } finally {
    mock.reset()
    mock.timers.reset()
    Reflect.deleteProperty(globalThis, 'document')
  }
})
