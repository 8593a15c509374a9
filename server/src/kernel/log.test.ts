import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'

function capture(secrets: string[] = []) {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, log: createLog({ level: 'debug', secrets, destination }) }
}

const shapes = [
  'stoa_Zk3fR0dP2mN8vB5xT7yQ1wE4',
  'stoaeu_Zk3fR0dP2mN8vB5xT7yQ1wE4',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'sk-proj-abcdefghijklmnopqrstuvwx',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
  'Bearer abc.def~ghi+jkl/mno=',
  'postgres://stoa:hunter22hunter@db.example.com/stoa',
]

for (const secret of shapes) {
  test(`${secret.slice(0, 12)}… is redacted wherever it appears`, () => {
    const { lines, log } = capture()
    log.info({ deep: { inside: `x ${secret} y` }, [`key ${secret}`]: 1 }, `text ${secret}`)
    log.info({ lines: `first\n${secret}`, control: `\u0001${secret}` })
    log.error({
      err: Object.assign(new Error(`failed for ${secret}`, { cause: new Error(secret) }), { detail: secret }),
    })
    const hidden = secret.startsWith('postgres') ? 'hunter22hunter' : secret
    assert.ok(!lines.join('').includes(hidden), lines.join(''))
    assert.match(lines[0]!, /\[secret\]/)
  })
}

test('values this process was given are taken out, also when JSON escapes them', () => {
  const { lines, log } = capture(['pass"word\\12'])
  log.info({ text: 'it is pass"word\\12!' })
  assert.ok(!lines[0]!.includes('word'), lines[0])
})

test('a line cannot be forged by its content', () => {
  const { lines, log } = capture()
  log.info({ name: 'a\n{"level":"error"}' })
  assert.equal(lines.length, 1)
  assert.equal(lines[0]!.trim().split('\n').length, 1)
})

test('every line has the time at which it was written', () => {
  const { lines, log } = capture()
  const before = new Date().toISOString()
  for (let i = 0; i < 3; i++) log.info('news')
  const times = lines.map((line) => (JSON.parse(line) as { time: string }).time)
  const all = [before, ...times, new Date().toISOString()]
  assert.deepEqual(all, all.toSorted())
  for (const time of times) assert.equal(new Date(time).toISOString(), time)
})
