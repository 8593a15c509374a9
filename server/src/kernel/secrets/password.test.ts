import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import {
  burnVerification,
  createPasswordHashing,
  hashPassword,
  needsRehash,
  verifyPassword,
} from './password.ts'

/** A hash with other costs, as another program or an older release would have made it. */
function madeWith(password: string, memory: number, passes: number, parallelism = 1, tagLength = 32): string {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`
}

describe('passwords', () => {
  it('verify against their own hash only', async () => {
    const stored = await hashPassword('correct horse')
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.equal(await verifyPassword('correct horse', stored), true)
    assert.equal(await verifyPassword('correct horsf', stored), false)
    assert.equal(await verifyPassword('', stored), false)
    assert.notEqual(await hashPassword('correct horse'), stored)
  })

  it('are the same however they were typed', async () => {
    const stored = await hashPassword('Ångström ﬁt')
    assert.equal(await verifyPassword('A\u030Angstro\u0308m fit', stored), true)
  })

  it('have 1 to 1024 characters', async () => {
    for (const plain of ['', 'x'.repeat(1025)]) {
      await assert.rejects(
        hashPassword(plain),
        (error) => error instanceof AppError && error.code === 'invalid_parameter',
      )
      assert.equal(await verifyPassword(plain, madeWith('-', 64, 1)), false)
    }
    const maxLength = 'x'.repeat(1024)
    assert.equal(await verifyPassword(maxLength, await hashPassword(maxLength)), true)
  })

  it('agree with a hash that another program made', async () => {
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    assert.equal(await verifyPassword('password', stored), true)
    assert.equal(await verifyPassword('passwore', stored), false)
  })

  it('ask to be hashed again when the costs have changed', async () => {
    assert.equal(needsRehash(await hashPassword('a')), false)
    assert.equal(needsRehash(madeWith('a', 1024, 2)), true)
    assert.equal(needsRehash(madeWith('a', 19_456, 1)), true)
    assert.equal(needsRehash(madeWith('a', 19_456, 2, 2)), true)
    assert.equal(needsRehash(madeWith('a', 19_456, 2, 1, 16)), true)
  })

  it('are not compared with what is no hash, or one that would exhaust the machine', async () => {
    for (const stored of [
      '',
      'plain',
      '$2b$12$abcdefghijklmnopqrstuv',
      madeWith('a', 64, 1).replace('argon2id', 'argon2i'),
      madeWith('a', 64, 1).replace('m=64', 'm=9999999'),
      madeWith('a', 64, 1).replace('t=1', 't=999'),
    ]) {
      await assert.rejects(verifyPassword('a', stored), /stored password hash/)
    }
  })

  it('take as long for accounts that do not exist, and are never right', async () => {
    assert.equal(await burnVerification('anything'), false)
  })
})

describe('many concurrently', () => {
  it('wait for their turn and are refused beyond a limit', async () => {
    const hashing = createPasswordHashing({ maxConcurrent: 1, waiting: 2 })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hashing.burnVerification('x')))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
    )
    const [refused] = results.filter((result) => result.status === 'rejected')
    assert.equal((refused!.reason as AppError).code, 'service_unavailable')
    assert.equal(await hashing.burnVerification('x'), false)
  })

  it('give their turn back when they fail', async () => {
    const hashing = createPasswordHashing({ maxConcurrent: 1, waiting: 1 })
    // The salt is shorter than the algorithm allows, so the work itself throws.
    const impossible = '$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    for (let i = 0; i < 4; i++) await assert.rejects(hashing.verifyPassword('x', impossible))
    assert.equal(await hashing.burnVerification('x'), false)
  })

  it('leave the event loop free', async (t) => {
    let semaphore = 0
    const timer = setInterval(() => semaphore++, 1).unref()
    t.after(() => clearInterval(timer))
    await Promise.all(Array.from({ length: 6 }, () => hashPassword('x')))
    assert.ok(semaphore > 0)
  })
})
