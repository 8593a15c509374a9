import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { deriveProjectKey, type MasterKey, type MasterKeys } from './master-key.ts'

/** Where a secret belongs. It can only be opened there: moved to another row or project it is worthless. */
export type SealContext = { readonly projectId: string; readonly purpose: string; readonly rowId: string }

export type Sealer = {
  /** Text that is safe to store: version, id of the key, and the encrypted content. */
  seal(context: SealContext, plain: string | Buffer): string
  /** Throws `SealError` unless the text was sealed here, for this context, with a key that is still known. */
  open(context: SealContext, sealed: string): Buffer
  openText(context: SealContext, sealed: string): string
  /**
   * The same for content that is too large for a text, in pieces: the caller that takes them one by one blocks no one.
   */
  sealLarge(context: SealContext, plain: Buffer): Iterable<Buffer>
  openLarge(context: SealContext, sealed: Buffer): Promise<Buffer>
  /** Whether the text was sealed with a key that has been replaced since. */
  needsReseal(sealed: string): boolean
}

/** Why a sealed text does not open. Nothing in it comes from the text, the key or the content. */
export class SealError extends Error {
  readonly reason: 'malformed' | 'unknown_key' | 'not_authentic'

  constructor(reason: SealError['reason'], message: string) {
    super(message)
    this.name = 'SealError'
    this.reason = reason
  }
}

const version = 'v1'
const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const headForm = /^v1\.([0-9a-f]{16})\./
const headLength = 20
// Looked for instead of matching the whole: a pattern that runs over megabytes runs out of stack.
const foreignCharacter = /[^A-Za-z0-9_-]/

export function createSealer({
  current,
  previous = [],
}: Pick<MasterKeys, 'current'> & Partial<MasterKeys>): Sealer {
  const keys = new Map<string, MasterKey>([...previous, current].map((key) => [key.id, key]))

  function* decrypt(context: SealContext, { keyId, content }: Sealed): Generator<Buffer> {
    const key = keys.get(keyId)
    if (!key)
      throw new SealError('unknown_key', `sealed with the master key ${keyId}, which is not known here`)
    const nonce = content.subarray(0, nonceBytes)
    const decipher = createDecipheriv(cipherName, deriveProjectKey(key, context.projectId), nonce)
    decipher.setAAD(bindingOf(context, keyId))
    decipher.setAuthTag(content.subarray(-tagBytes))
    for (const piece of piecesOf(content.subarray(nonceBytes, -tagBytes))) yield decipher.update(piece)
    try {
      yield decipher.final()
    } catch {
      throw new SealError('not_authentic', 'changed since it was sealed, or sealed for another place')
    }
  }

  function* encrypt(context: SealContext, plain: Buffer): Generator<Buffer> {
    // Random nonces are safe for four billion secrets under one key, and every project has its own.
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(cipherName, deriveProjectKey(current, context.projectId), nonce)
    cipher.setAAD(bindingOf(context, current.id))
    yield nonce
    for (const piece of piecesOf(plain)) yield cipher.update(piece)
    yield cipher.final()
    yield cipher.getAuthTag()
  }

  const head = `${version}.${current.id}.`
  const open = (context: SealContext, sealed: string) =>
    Buffer.concat([...decrypt(context, readText(sealed))])

  return {
    seal: (context, plain) =>
      head + Buffer.concat([...encrypt(context, Buffer.from(plain as string))]).toString('base64url'),
    open,
    openText: (context, sealed) => open(context, sealed).toString('utf8'),
    *sealLarge(context, plain) {
      yield Buffer.from(head)
      yield* encrypt(context, plain)
    },
    async openLarge(context, sealed) {
      const pieces: Buffer[] = []
      for (const piece of decrypt(context, readBytes(sealed))) {
        pieces.push(piece)
        await setImmediate()
      }
      return Buffer.concat(pieces)
    },
    needsReseal: (sealed) => readText(sealed).keyId !== current.id,
  }
}

// A few milliseconds of work.
const pieceBytes = 1024 * 1024

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

type Sealed = { keyId: string; content: Buffer }

function readText(sealed: string): Sealed {
  const text = sealed.slice(headLength)
  if (foreignCharacter.test(text)) throw malformed()
  return checked(sealed.slice(0, headLength), Buffer.from(text, 'base64url'))
}

const readBytes = (sealed: Buffer): Sealed =>
  checked(sealed.toString('latin1', 0, headLength), sealed.subarray(headLength))

function checked(head: string, content: Buffer): Sealed {
  const [, keyId] = headForm.exec(head) ?? []
  if (!keyId || content.length < nonceBytes + tagBytes) throw malformed()
  return { keyId, content }
}

const malformed = () => new SealError('malformed', 'this was not sealed here')

/** Written as JSON, so that no two contexts can be spelt the same way. */
function bindingOf({ projectId, purpose, rowId }: SealContext, keyId: string): Buffer {
  if (!projectId || !purpose || !rowId)
    throw new Error('a secret is sealed for a project, a purpose and a row')
  return Buffer.from(JSON.stringify([version, keyId, projectId, purpose, rowId]))
}
