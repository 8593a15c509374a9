import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartFault } from '../../start-fault.ts'
import { explainFileFailure, explainOutput, explainSpawnFailure } from './failures.ts'

const errno = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code })

test('the words of PostgreSQL become causes with a fix', () => {
  const causeOf = (output: string) => explainOutput(output, 'start', 'Read the log.').message
  const samples: [string, RegExp][] = [
    ['initdb: error: could not write file "base/1": No space left on device', /disk .* is full/],
    [
      'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10',
      /disk .* is full/,
    ],
    ['postgres: error while loading shared libraries: libicui18n.so.60: cannot open', /library is missing/],
    ["/lib/libc.so.6: version `GLIBC_2.27' not found (required by postgres)", /library is missing/],
    ['initdb: error: could not look up effective user ID 1234: user does not exist', /no name/],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /not enough memory/],
    ['FATAL:  database files are incompatible with server', /another version/],
    ['FATAL:  could not create any Unix-domain sockets', /cannot make its socket/],
  ]
  for (const [output, cause] of samples) assert.match(causeOf(output), cause)
})

test('output with an unknown cause is passed on', () => {
  const fault = explainOutput('LOG:  one\nFATAL:  the sky fell\nLOG:  two\n', 'start', 'Read the log.')
  assert.match(fault.message, /could not start: FATAL: {2}the sky fell$/)
  assert.equal(fault.fix, 'Read the log.')
  assert.match(explainOutput('', 'start', '').message, /it printed nothing/)
})

test('refusals of the system become causes with a fix, bugs stay what they are', () => {
  for (const code of ['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR'])
    assert.ok(explainFileFailure(errno(code), '/srv') instanceof StartFault, code)
  for (const code of ['EPERM', 'EACCES', 'ENOENT'])
    assert.ok(explainSpawnFailure(errno(code), 'postgres') instanceof StartFault, code)
  const bug = new TypeError('undefined is not a function')
  assert.equal(explainFileFailure(bug, '/srv'), bug)
  assert.equal(explainSpawnFailure(bug, 'postgres'), bug)
})
