import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import {
  checkKeyFingerprint,
  createMasterKey,
  deriveKey,
  keyFingerprint,
  newMasterKey,
} from './master-key.ts'
import { createSealer, SealError } from './seal.ts'

const context = { projectId: 'p1', purpose: 'connection', rowId: 'r1' }
const master = createMasterKey(
  Buffer.from('f3c1a0b2d4e59687786950413223140516273849506172839405162738495a6b', 'hex'),
)
const sealer = createSealer({ current: master })

const failsWith =
  (reason: SealError['reason'], secret = 'hunter2') =>
  (error: unknown) => {
    assert.ok(error instanceof SealError)
    assert.equal(error.reason, reason)
    assert.ok(!inspect(error).includes(secret))
    return true
  }

describe('seal and open', () => {
  it('give back text and bytes', () => {
    for (const plain of ['', 'hunter2', 'пароль 🔑', 'x'.repeat(100_000)]) {
      assert.equal(sealer.openText(context, sealer.seal(context, plain)), plain)
    }
    const bytes = Buffer.from([0, 255, 128, 10])
    assert.deepEqual(sealer.open(context, sealer.seal(context, bytes)), bytes)
  })

  it('are not afraid of size', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024 + 1, 'large')
    assert.ok(sealer.open(context, sealer.seal(context, large)).equals(large))
    const sealed = Buffer.concat([...sealer.sealLarge(context, large)])
    assert.ok((await sealer.openLarge(context, sealed)).equals(large))
  })

  it('refuse bytes that were changed, cut or never sealed', async () => {
    const sealed = Buffer.concat([...sealer.sealLarge(context, Buffer.from('hunter2'))])
    const changed = Buffer.from(sealed)
    changed[30]! ^= 1
    await assert.rejects(sealer.openLarge(context, changed), failsWith('not_authentic'))
    await assert.rejects(sealer.openLarge({ ...context, rowId: 'r2' }, sealed), failsWith('not_authentic'))
    for (const bad of [sealed.subarray(0, 40), Buffer.alloc(0), Buffer.from('x'.repeat(100))])
      await assert.rejects(sealer.openLarge(context, bad), failsWith('malformed'))
  })

  it('never write the same text twice, nor anything of the content', () => {
    const sealed = sealer.seal(context, 'hunter2')
    assert.notEqual(sealed, sealer.seal(context, 'hunter2'))
    assert.match(sealed, /^v1\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/)
    assert.ok(
      !sealed.includes('hunter2') && !Buffer.from(sealed.split('.')[2]!, 'base64url').includes('hunter2'),
    )
  })

  it('open what was sealed by an earlier release', () => {
    const sealed = 'v1.924419794f4e74f2.Qxz2aGff_bSb3G6NAnYngk-4NtYXlXVt3TWkhF2wa-NcVQFHnvRNHB02'
    assert.equal(sealer.openText(context, sealed), 'kept for years')
  })

  it('refuse every other context', () => {
    const sealed = sealer.seal(context, 'hunter2')
    for (const other of [
      { ...context, projectId: 'p2' },
      { ...context, purpose: 'connectio' },
      { ...context, rowId: 'r2' },
      { projectId: 'p1', purpose: 'connection","r1', rowId: 'r1' },
    ]) {
      assert.throws(() => sealer.open(other, sealed), failsWith('not_authentic'))
    }
    assert.throws(() => sealer.seal({ ...context, rowId: '' }, 'hunter2'), /a row/)
  })

  it('refuse a text in which any one byte was changed', () => {
    const [version, id, content] = sealer.seal(context, 'hunter2').split('.') as [string, string, string]
    const bytes = Buffer.from(content, 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i]! ^= 1
      const sealed = `${version}.${id}.${changed.toString('base64url')}`
      assert.throws(() => sealer.open(context, sealed), failsWith('not_authentic'))
    }
  })

  it('refuse what is no sealed text', () => {
    const sealed = sealer.seal(context, 'hunter2')
    for (const text of [
      '',
      'hunter2',
      'v1..',
      sealed.replace('v1', 'v2'),
      sealed.slice(0, 40),
      `${sealed}=`,
    ]) {
      assert.throws(() => sealer.open(context, text), failsWith('malformed'))
      assert.throws(() => sealer.needsReseal(text), failsWith('malformed'))
    }
    assert.throws(() => sealer.open(context, sealed.slice(0, -4)), failsWith('not_authentic'))
  })
})

describe('rotation', () => {
  it('opens with the older key, seals with the newer, and says which is which', () => {
    const next = createSealer({ current: newMasterKey(), previous: [master] })
    const old = sealer.seal(context, 'hunter2')
    assert.equal(next.open(context, old).toString('utf8'), 'hunter2')
    assert.equal(next.needsReseal(old), true)
    const fresh = next.seal(context, 'hunter2')
    assert.equal(next.needsReseal(fresh), false)
    assert.throws(() => sealer.open(context, fresh), failsWith('unknown_key'))
  })
})

describe('master keys', () => {
  it('show nothing of themselves', () => {
    const material = master.material.export()
    for (const visible of [inspect(master, { depth: 9 }), JSON.stringify(master), keyFingerprint(master)]) {
      assert.ok(!visible.includes(material.toString('hex').slice(0, 12)))
      assert.ok(!visible.includes(material.toString('base64').slice(0, 8)))
    }
  })

  it('derive a separate key for each purpose, the same every time', () => {
    assert.deepEqual(deriveKey(master, 'csrf'), deriveKey(master, 'csrf'))
    assert.notDeepEqual(deriveKey(master, 'csrf'), deriveKey(master, 'links'))
    assert.notDeepEqual(deriveKey(master, 'csrf'), deriveKey(newMasterKey(), 'csrf'))
    assert.equal(deriveKey(master, 'csrf').length, 32)
  })

  it('are recognised by the fingerprint in the database', () => {
    const keys = { current: newMasterKey(), previous: [master] }
    checkKeyFingerprint(keys, keyFingerprint(keys.current))
    checkKeyFingerprint(keys, keyFingerprint(master))
    assert.throws(() => checkKeyFingerprint(keys, keyFingerprint(newMasterKey())), /another master key/)
  })
})
