import { StartFault } from '../start-fault.ts'
import { createMasterKey, type MasterKey } from './master-key.ts'

const base64Form = /^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/
// Words of seven letters and more, because shorter ones turn up in real keys.
const placeholder =
  /change.?me|default|example|password|placeholder|replace.?me|secret.?key|your.?(key|secret)/i

/**
 * Reads STOA_SECRET_KEY: one key, or several joined by commas of which the first is the one that seals. The
 * others are those it replaced, so that a key which is not stored in a file can be rotated too.
 */
export const parseMasterKeys = (text: string): MasterKey[] =>
  text.split(',').map((part) => parseMasterKey(part.trim()))

function parseMasterKey(text: string): MasterKey {
  if (placeholder.test(text)) throw fault('is a placeholder, not a key')
  if (!base64Form.test(text)) throw fault('is not 32 bytes in base64')
  const bytes = Buffer.from(text, 'base64')
  if (isGuessable(bytes)) throw fault('can be guessed: it is a text or a pattern, not random bytes')
  return createMasterKey(bytes)
}

/** Each of these is rarer than one in a trillion among random keys, and common among made-up ones. */
function isGuessable(bytes: Buffer): boolean {
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  const isRepetitive = new Set(bytes).size < 12
  const step = bytes[1]! - bytes[0]!
  const isCounting = bytes.every((byte, i) => i === 0 || ((byte - bytes[i - 1]! - step) & 0xff) === 0)
  return isText || isRepetitive || isCounting
}

// The value itself is never repeated: it may be a real key with one character missing.
const fault = (reason: string): StartFault =>
  new StartFault(`STOA_SECRET_KEY ${reason}`, 'make one with: openssl rand -base64 32')
