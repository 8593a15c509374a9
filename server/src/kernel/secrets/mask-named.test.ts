import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets, maskNamed } from './mask-named.ts'

test('texts under the name of a credential are hidden, at any depth and in lists', () => {
  const data = {
    password: 'p1',
    userPassword: 'p2',
    'api-key': 'k',
    nested: [{ access_token: 't', clientSecret: 's', note: 'plain' }],
    credentials: { anything: 'c' },
    token: 'x',
  }
  const { value, secrets } = maskNamed(data)
  assert.deepEqual(value, {
    password: '[hidden]',
    userPassword: '[hidden]',
    'api-key': '[hidden]',
    nested: [{ access_token: '[hidden]', clientSecret: '[hidden]', note: 'plain' }],
    credentials: { anything: '[hidden]' },
    token: '[hidden]',
  })
  assert.deepEqual(secrets.sort(), ['c', 'k', 'p1', 'p2', 's', 't', 'x'])
})

test('other names and other values stay, and data without a secret is not copied', () => {
  const data = {
    tokens: 5,
    author: 'Ada',
    keyboard: 'k',
    passenger: 'p',
    secretary: 's',
    tokenCount: 3,
    password: 7,
  }
  assert.equal(maskNamed(data).value, data)
})

test('a secret is hidden by its value wherever it occurs; short texts are not', () => {
  assert.deepEqual(
    hideSecrets({ url: 'https://x/?k=abcdef1', list: ['abcdef1', 'abc'] }, ['abcdef1', 'abc']),
    {
      url: 'https://x/?k=[hidden]',
      list: ['[hidden]', 'abc'],
    },
  )
})
