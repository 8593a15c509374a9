import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import { formFields } from './form-fields.ts'
import { readBytes } from './read-bytes.ts'

/** The fields of an `application/x-www-form-urlencoded` body. */
export async function readForm(bytes: Readable, maxBytes: number): Promise<URLSearchParams> {
  const form = await readBytes(bytes, maxBytes, 'The form is too large')
  const fields = formFields(form.toString('utf8'))
  if (!fields) throw new AppError('payload_too_large', 'The form has too many fields')
  return new URLSearchParams(fields)
}
