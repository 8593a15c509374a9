import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createByteRedactor, formsOf, holdsSecret, startOfCutForm } from './secret-forms.ts'
import { isSecretHeader, secretsInHeader } from './secret-header.ts'

const secret = 'p4ss/w0rd+with "marks" & more'

describe('the forms of a secret', () => {
  it('are found however it is written', () => {
    const around = (text: string) => `before ${text} after`
    for (let before = 0; before < 4; before++) {
      const inside = Buffer.from(`${'x'.repeat(before)}${secret}yyy`)
      assert.ok(holdsSecret(inside.toString('base64'), [secret]), `base64 ${before}`)
      assert.ok(holdsSecret(inside.toString('base64url'), [secret]), `base64url ${before}`)
      assert.ok(holdsSecret(inside.toString('hex'), [secret]), `hex ${before}`)
    }
    for (const text of [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ a: secret }).toString(),
      JSON.stringify({ a: secret }),
      'p4ss/w0rd+with &quot;marks&quot; &amp; more',
    ])
      assert.ok(holdsSecret(around(text), [secret]), text)
    assert.equal(holdsSecret('nothing of it', [secret]), false)
    assert.deepEqual(formsOf(['short']), [])
  })

  it('are found at the end of a text that was shortened', () => {
    const forms = formsOf([secret])
    for (const form of forms)
      for (const shown of [6, form.length - 1].filter((length) => length < form.length))
        for (const ellipsis of ['', '…']) {
          const at = startOfCutForm(`p4 before ${form.slice(0, shown)}${ellipsis}`, forms)
          assert.ok(at <= 10, `${form.slice(0, shown)}${ellipsis}: ${at}`)
        }
    for (const text of ['', '…', 'p4ss/', 'p4ss/w0 and more'])
      assert.equal(startOfCutForm(text, forms), text.length)
  })

  it('are overwritten in bytes, which keep their length; others are passed on as they are', () => {
    const hide = createByteRedactor([secret])
    for (const echo of [
      Buffer.from(`\u0000\u0001${secret}\u0000`),
      Buffer.from(`x${secret}`, 'utf16le'),
      Buffer.from(Buffer.from(`ab${secret}c`).toString('base64')),
    ]) {
      const hidden = Buffer.from(hide(echo))
      assert.equal(hidden.length, echo.length)
      assert.equal(holdsSecret(hidden.toString('latin1'), [secret]), false)
      assert.match(hidden.toString('latin1'), /\*/)
    }
    const other = Buffer.from('nothing of it')
    assert.equal(hide(other), other)
  })
})

describe('headers', () => {
  it('that prove someone are known by their names', () => {
    for (const name of [
      'Authorization',
      'X-API-Key',
      'api_key',
      'apikey',
      'Cookie',
      'x-auth-token',
      'DD-APPLICATION-KEY',
    ])
      assert.equal(isSecretHeader(name), true, name)
    for (const name of [
      'accept',
      'content-type',
      'x-author',
      'user-agent',
      'x-request-id',
      'idempotency-keys',
    ])
      assert.equal(isSecretHeader(name), false, name)
  })

  it('are secret without the word before the value as well', () => {
    assert.deepEqual(secretsInHeader('Bearer abcdef'), ['Bearer abcdef', 'abcdef'])
    const basic = `Basic ${Buffer.from('me:the:password').toString('base64')}`
    assert.equal(secretsInHeader(basic).at(-1), 'the:password')
    assert.deepEqual(secretsInHeader('plain'), ['plain'])
  })
})
