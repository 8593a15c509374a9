import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenName } from './operation-name.ts'

test('names that programs use are spelt out, with what is done at the end', () => {
  const names = {
    'users messages send': 'Users messages: send',
    'circuits provider networks bulk update': 'Circuits provider networks: bulk update',
    'apps tokens tags create or update': 'Apps tokens tags: create or update',
    'projects topics set iam policy': 'Projects topics: set IAM policy',
    listApiTokens: 'List API tokens',
    'getBoardsById()': 'Get boards by ID',
    'get api v1 accounts': 'Get API v1 accounts',
    analytics: 'Analytics',
    send: 'Send',
    'returns a list of accounts': 'Returns a list of accounts',
  }
  for (const [name, spoken] of Object.entries(names)) {
    assert.equal(spokenName(name), spoken)
    assert.equal(spokenName(spoken), spoken, 'a second time changes nothing')
  }
})

test('what is written for people is left as it is', () => {
  for (const name of [
    'List the tokens',
    'delete a source address.',
    'iOS apps list',
    'ümlaut list',
    'constructor: get',
    '',
  ])
    assert.equal(spokenName(name), name)
})
