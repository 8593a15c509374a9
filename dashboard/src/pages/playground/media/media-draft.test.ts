import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AiModel } from '../../../features/models/prices.ts'
import { expectedPrice } from './expected-price.ts'
import {
  bodyOf,
  callOf,
  draftOf,
  emptyDraft,
  emptyMediaPlayground,
  restoreMediaPlayground,
} from './media-draft.ts'

const file = { id: 'f1', name: 'a.png', mimeType: 'image/png', sizeBytes: 480_000 }

describe('what the playground of media sends', () => {
  it('is what its kind knows, numbers as numbers, without what is empty', () => {
    const draft = { ...emptyDraft, words: 'a cat', n: '2', size: ' 512x512 ', voice: 'nova', files: [file] }
    assert.deepEqual(bodyOf('image', draft), {
      prompt: 'a cat',
      fileIds: ['f1'],
      n: 2,
      size: '512x512',
    })
    assert.deepEqual(bodyOf('tts', { ...draft, speed: '1.5' }), {
      text: 'a cat',
      voice: 'nova',
      speed: 1.5,
    })
    assert.deepEqual(bodyOf('stt', { ...draft, model: 'openai/whisper-1' }), {
      model: 'openai/whisper-1',
      fileId: 'f1',
    })
    assert.deepEqual(callOf('tts', { ...draft, user: ' bob ' }).headers, { 'x-username': 'bob' })
  })

  it('comes back from a job and from a reload', () => {
    const input = { prompt: 'a cat', n: 3, fileIds: ['f1'], unknown: true }
    const draft = draftOf({ kind: 'image', model: 'openai/x', isPlaceholder: false, input })
    assert.deepEqual(bodyOf('image', draft), {
      model: 'openai/x',
      prompt: 'a cat',
      fileIds: ['f1'],
      n: 3,
    })
    assert.equal(draftOf({ kind: 'tts', model: 'local/x', isPlaceholder: true, input: null }).model, '')
    assert.deepEqual(restoreMediaPlayground('nonsense'), emptyMediaPlayground)
    assert.equal(restoreMediaPlayground({ draft: { words: 'x' } }).draft.n, '')
  })
})

describe('the price before', () => {
  const model = (reserveUsdPerUnit: number | null, durations: number[] = []) =>
    ({ reserveUsdPerUnit, mediaCapabilities: { durations } }) as unknown as AiModel
  it('is shown where it is known, and says when it is an estimate', () => {
    assert.equal(expectedPrice('image', { ...emptyDraft, n: '2' }, model(0.04)), '$0.08 for 2 images')
    assert.equal(
      expectedPrice('tts', { ...emptyDraft, words: 'Grüezi' }, model(0.00001)),
      '$0.00006 for 6 characters',
    )
    assert.equal(expectedPrice('video', emptyDraft, model(0.1, [4, 12])), 'about $1.2 for 12 seconds')
    assert.equal(
      expectedPrice('stt', { ...emptyDraft, files: [file] }, model(0.006)),
      'about $0.012 for 2 minutes',
    )
    assert.equal(expectedPrice('image', emptyDraft, model(null)), null)
    assert.equal(expectedPrice('image', emptyDraft, undefined), null)
  })
})
