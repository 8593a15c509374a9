import type { Readable } from 'node:stream'
import { readBytes } from './read-bytes.ts'

/** The fields of an `application/x-www-form-urlencoded` body. */
export async function readForm(bytes: Readable, maxBytes: number): Promise<URLSearchParams> {
  const form = await readBytes(bytes, maxBytes, 'The form is too large')
  return new URLSearchParams(form.toString('utf8'))
}
