import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madeQuantity } from './price.ts'

const heard = (durationSeconds: number, sizeBytes: number) =>
  madeQuantity(
    { kind: 'stt', fileId: '00000000-0000-0000-0000-000000000000' },
    null,
    { files: [], transcript: { text: '', language: null, durationSeconds, segments: [] } },
    [{ name: 'talk.wav', mediaType: 'audio/wav', bytes: new Uint8Array(sizeBytes) }],
  )

test('a recording is as long as the provider says, if so few bytes can be', () => {
  assert.deepEqual(heard(90.5, 1000), { count: 90_500, per: 60_000, isEstimated: false })
  assert.deepEqual(heard(3600, 1_000_000), { count: 3_600_000, per: 60_000, isEstimated: false })
  for (const endless of [1e12, Number.POSITIVE_INFINITY])
    assert.deepEqual(heard(endless, 1_000_000), { count: 5_000_000, per: 60_000, isEstimated: true })
})
