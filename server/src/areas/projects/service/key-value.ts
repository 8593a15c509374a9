import { newToken } from '../../../kernel/ids.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'

/** What is kept of a key, and the value itself for the one moment it is shown. */
export type KeyValue = { value: string; hash: string; prefix: string; suffix: string }

const form = /^stoa_[A-Za-z0-9_-]{27,195}$/

/** Checked before the value is hashed or looked up: an absurd header costs nothing. */
export const isKeyForm = (value: string): boolean => form.test(value)

export function newKeyValue(value = `stoa_${newToken()}`): KeyValue {
  return { value, hash: hashToken(value), prefix: value.slice(0, 9), suffix: value.slice(-4) }
}
