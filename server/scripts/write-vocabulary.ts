import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { vocabularyFile } from '../src/areas/llm/providers/tokenizer/vocabulary-file.ts'

/**
 * Writes the vocabulary by which tokens are counted, as the server reads it, from the one in the package: lines of a token in
 * base64 and its rank. Loaded as JavaScript it would take ten times the memory and the time.
 */
const source = createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken')
const lines = readFileSync(source, 'utf8').trimEnd().split('\n')
const parts = lines.map((line, rank) => {
  const [token, written] = line.split(' ')
  if (Number(written) !== rank) throw new Error(`line ${rank} has the rank ${written}`)
  const bytes = Buffer.from(token!, 'base64')
  if (bytes.length > 255) throw new Error(`the token ${rank} does not fit`)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
})
writeFileSync(vocabularyFile, Buffer.concat(parts))
