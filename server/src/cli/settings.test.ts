import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misspelledVariables, readSettings, readTolerantly, variableFaults } from './settings.ts'

const namesOf = (env: Record<string, string>) => variableFaults(env).map(({ names }) => names[0])

test('faults that only show when a part is opened are found together with the others', () => {
  const env = { PORT: 'x', STOA_SECRET_KEY: 'changeme', STOA_BLOBS: 's3://', AWS_ACCESS_KEY_ID: 'half' }
  assert.deepEqual(namesOf(env), ['PORT', 'STOA_SECRET_KEY', 'STOA_BLOBS'])
  assert.throws(() => readSettings(env), {
    name: 'StartFault',
    message: /^PORT .*; STOA_SECRET_KEY .*; STOA_BLOBS /,
    fix: 'correct or unset the named variables',
  })
})

test('a single fault has its own fix', () => {
  assert.throws(() => readSettings({ STOA_SECRET_KEY: 'changeme' }), { fix: /openssl rand/ })
})

test('variables that belong together are not faulted for being looked at apart', () => {
  assert.deepEqual(namesOf({ STOA_ADMIN_EMAIL: 'a@b.c', STOA_ADMIN_PASSWORD: 'a long password' }), [])
  assert.deepEqual(
    namesOf({ STOA_BLOBS: 's3://bucket', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }),
    [],
  )
  assert.deepEqual(namesOf({ STOA_ADMIN_EMAIL: 'a@b.c' }), ['STOA_ADMIN_EMAIL'])
  assert.deepEqual(namesOf({ STOA_BLOBS: 's3://bucket', AWS_ACCESS_KEY_ID: 'id' }), ['STOA_BLOBS'])
})

test('the doctor gets the defaults in the place of what is wrong, and the rest as it is', () => {
  const { config } = readTolerantly({ PORT: 'x', HOST: '::1', STOA_ADMIN_EMAIL: 'alone@example.com' })
  assert.deepEqual([config.port, config.host], [4400, '::1'])
})

test('a variable that is not known comes with the one that was meant', () => {
  assert.deepEqual(misspelledVariables({ STOA_DATADIR: '/x', STOA_FAVOURITE_COLOUR: 'blue' }), [
    { name: 'STOA_DATADIR', meant: 'STOA_DATA_DIR' },
    { name: 'STOA_FAVOURITE_COLOUR', meant: null },
  ])
})
