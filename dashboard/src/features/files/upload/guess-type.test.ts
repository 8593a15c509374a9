import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FileTypeRule } from '@stoa/sdk'
import { guessType } from './guess-type.ts'

const rule = (fileType: FileTypeRule['fileType'], accepts: string[]): FileTypeRule => ({
  fileType,
  accepts,
  maxBytes: 10,
  maxResumableBytes: 100,
})
const rules = [
  rule('image', ['image/png']),
  rule('document', ['text/*', 'application/pdf']),
  rule('audio', ['audio/*', 'video/webm']),
  rule('video', ['video/*']),
  rule('other', ['*/*']),
]
const guess = (name: string, type: string, size = 10) => guessType({ name, type, size }, rules)

it('finds the type that takes the file, and leaves the rest to the one that takes all', () => {
  assert.equal(guess('a.png', 'image/png'), 'image')
  assert.equal(guess('a.webm', 'video/webm'), 'video')
  assert.equal(guess('a.mp3', 'audio/mpeg'), 'audio')
  assert.equal(guess('a.csv', 'text/csv'), 'document')
  assert.equal(guess('notes.md', ''), 'document')
  assert.equal(guess('a.bin', ''), 'other')
  assert.equal(guess('a.exe', 'application/x-msdownload'), 'other')
})

it('does not choose a type that takes no file of that size', () => {
  assert.equal(guess('a.png', 'image/png', 101), 'other')
})
