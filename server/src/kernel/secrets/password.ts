import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'

export type PasswordHashing = {
  /** A text in the PHC form, with everything that is needed to verify it later. */
  hashPassword(plain: string): Promise<string>
  verifyPassword(plain: string, stored: string): Promise<boolean>
  /** As much work as a verification, for accounts that do not exist: the response time must not reveal that. */
  burnVerification(plain: string): Promise<false>
}

type Parameters = { memory: number; passes: number; parallelism: number }
type Stored = Parameters & { salt: Buffer; tag: Buffer }

/** The second of OWASP's equivalent settings: the least memory that is still costly to attack. */
const recommended: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const maxPasswordLength = 1024

// A hash that was imported with absurd costs must not take the machine down when it is verified.
const maxMemoryKib = 262_144
const maxPasses = 16
const maxParallelism = 16

const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

export function createPasswordHashing({ maxConcurrent = 2, waiting = 100 } = {}): PasswordHashing {
  const claimSlot = createSemaphore(maxConcurrent, waiting)

  async function verify(plain: string, { salt, tag, ...parameters }: Stored): Promise<boolean> {
    // The work is done for impossible passwords too, and its result is thrown away.
    const isPossible = isAcceptable(plain)
    const computed = await claimSlot(() => compute(isPossible ? plain : '-', salt, tag.length, parameters))
    return timingSafeEqual(computed, tag) && isPossible
  }

  return {
    async hashPassword(plain) {
      if (!isAcceptable(plain)) {
        throw new AppError('invalid_parameter', `A password has 1 to ${maxPasswordLength} characters.`, {
          hint: 'Choose another password.',
        })
      }
      const salt = randomBytes(saltBytes)
      const tag = await claimSlot(() => compute(plain, salt, tagBytes, recommended))
      return writePhc({ ...recommended, salt, tag })
    },
    verifyPassword: async (plain, stored) => verify(plain, parsePhc(stored)),
    async burnVerification(plain) {
      await verify(plain, { ...recommended, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })
      return false
    },
  }
}

/**
 * One for the whole process, because what it bounds belongs to the process: two at a time take 38 MiB and leave
 * half of Node's threads to files and name lookups, however many people sign in.
 */
export const { hashPassword, verifyPassword, burnVerification } = createPasswordHashing()

/** Whether a stored hash was made with other settings than today's and should be replaced at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const { memory, passes, parallelism, salt, tag } = parsePhc(stored)
  return (
    memory !== recommended.memory ||
    passes !== recommended.passes ||
    parallelism !== recommended.parallelism ||
    salt.length < saltBytes ||
    tag.length < tagBytes
  )
}

// Counted before normalisation, which costs time and can make a text up to eighteen times as long.
const isAcceptable = (plain: string): boolean => plain.length > 0 && plain.length <= maxPasswordLength

const argon2Async = promisify(argon2)

/** Normalised, because the same password comes as other code points from other keyboards. */
const compute = (plain: string, salt: Buffer, tagLength: number, parameters: Parameters): Promise<Buffer> =>
  argon2Async('argon2id', { message: plain.normalize('NFKC'), nonce: salt, tagLength, ...parameters })

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const writePhc = ({ memory, passes, parallelism, salt, tag }: Stored): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

function parsePhc(stored: string): Stored {
  const [, memory, passes, parallelism, salt, tag] = phcForm.exec(stored) ?? []
  if (!salt || !tag) throw new Error('the stored password hash is malformed')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  if (
    parameters.memory > maxMemoryKib ||
    parameters.passes > maxPasses ||
    parameters.parallelism > maxParallelism
  ) {
    throw new Error('the stored password hash requires more work than is allowed')
  }
  return { ...parameters, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

/** Lets `atOnce` pieces of work run and the next ones wait in order; refuses more than that. */
function createSemaphore(maxConcurrent: number, maxWaiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxConcurrent) running++
    else {
      if (queue.length >= maxWaiting) {
        throw new AppError('service_unavailable', 'Too many concurrent sign-ins.', {
          hint: 'Try again in a few seconds.',
          headers: { 'retry-after': '5' },
        })
      }
      // The turn is passed on, not given back, so that no one slips in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
