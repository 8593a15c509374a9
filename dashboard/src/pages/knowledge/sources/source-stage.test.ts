import assert from 'node:assert/strict'
import { it } from 'node:test'
import { activityLabel } from './source-stage.ts'

it('says that a source waits for OCR only while it is indexed', () => {
  const labelOf = (status: string, waitsFor: 'ocr' | null) =>
    activityLabel({ status, waitsFor, progress: 0 } as Parameters<typeof activityLabel>[0])
  assert.equal(labelOf('parsing', 'ocr'), 'Waiting for OCR')
  assert.equal(labelOf('parsing', null), 'Parsing')
  assert.equal(labelOf('cancelled', 'ocr'), 'Cancelled')
  assert.equal(labelOf('ready', null), 'Ready')
})
