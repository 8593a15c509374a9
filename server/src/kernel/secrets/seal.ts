import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveProjectKey, type MasterKey, type MasterKeys } from './master-key.ts'

/** Where a secret belongs. It can only be opened there: moved to another row or project it is worthless. */
export type SealContext = { readonly projectId: string; readonly purpose: string; readonly rowId: string }

export type Sealer = {
  /** Text that is safe to store: version, id of the key, and the encrypted content. */
  seal(context: SealContext, plain: string | Buffer): string
  /** Throws `SealError` unless the text was sealed here, for this context, with a key that is still known. */
  open(context: SealContext, sealed: string): Buffer
  openText(context: SealContext, sealed: string): string
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
const sealedForm = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]{38,})$/

export function createSealer({
  current,
  previous = [],
}: Pick<MasterKeys, 'current'> & Partial<MasterKeys>): Sealer {
  const keys = new Map<string, MasterKey>([...previous, current].map((key) => [key.id, key]))

  function open(context: SealContext, sealed: string): Buffer {
    const { keyId, content } = read(sealed)
    const key = keys.get(keyId)
    if (!key)
      throw new SealError('unknown_key', `sealed with the master key ${keyId}, which is not known here`)
    const nonce = content.subarray(0, nonceBytes)
    const decipher = createDecipheriv(cipherName, deriveProjectKey(key, context.projectId), nonce)
    decipher.setAAD(bindingOf(context, keyId))
    decipher.setAuthTag(content.subarray(-tagBytes))
    const start = decipher.update(content.subarray(nonceBytes, -tagBytes))
    try {
      return Buffer.concat([start, decipher.final()])
    } catch {
      throw new SealError('not_authentic', 'changed since it was sealed, or sealed for another place')
    }
  }

  return {
    seal(context, plain) {
      // Random nonces are safe for four billion secrets under one key, and every project has its own.
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(cipherName, deriveProjectKey(current, context.projectId), nonce)
      cipher.setAAD(bindingOf(context, current.id))
      const content = [nonce, cipher.update(plain as string, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${version}.${current.id}.${Buffer.concat(content).toString('base64url')}`
    },
    open,
    openText: (context, sealed) => open(context, sealed).toString('utf8'),
    needsReseal: (sealed) => read(sealed).keyId !== current.id,
  }
}

function read(sealed: string): { keyId: string; content: Buffer } {
  const [, keyId, content] = sealedForm.exec(sealed) ?? []
  if (!keyId || !content) throw new SealError('malformed', 'not a sealed text')
  return { keyId, content: Buffer.from(content, 'base64url') }
}

/** Written as JSON, so that no two contexts can be spelt the same way. */
function bindingOf({ projectId, purpose, rowId }: SealContext, keyId: string): Buffer {
  if (!projectId || !purpose || !rowId)
    throw new Error('a secret is sealed for a project, a purpose and a row')
  return Buffer.from(JSON.stringify([version, keyId, projectId, purpose, rowId]))
}
