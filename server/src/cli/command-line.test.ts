import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartFault } from '../kernel/start-fault.ts'
import { product } from '../product.ts'
import { parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'

const order = (line: string) => parseCommandLine(line.split(' ').filter(Boolean), commands)

function ran(line: string) {
  const found = order(line)
  assert.equal(found.kind, 'run')
  return { name: found.command.name, words: found.words, options: { ...found.options } }
}

function fault(line: string): string {
  try {
    order(line)
  } catch (error) {
    assert.ok(error instanceof StartFault)
    return `${error.message}: ${error.fix}`
  }
  assert.fail(`${line} was understood`)
}

test('without a command the server is started', () => {
  assert.equal(ran('').name, 'start')
  assert.equal(ran('--json').name, 'start')
  assert.match(fault('--loud'), /stoa start has no option --loud/)
})

test('a command takes its arguments and options, wherever --json is', () => {
  assert.deepEqual(ran('--json key create default --role member --expires 30d'), {
    name: 'key create',
    words: ['default'],
    options: { role: 'member', expires: '30d' },
  })
  assert.deepEqual(ran('migrate --dry-run --json').options, { 'dry-run': true })
  assert.deepEqual(ran('backup -- --odd').words, ['--odd'])
})

test('what is not understood is named, with what was probably meant', () => {
  assert.match(fault('strat'), /unknown command "strat": did you mean "stoa start"/)
  assert.match(fault('key'), /did you mean "stoa key create"/)
  assert.match(fault('key craete default'), /unknown command "key craete": did you mean "stoa key create"/)
  assert.match(fault('porject create x'), /did you mean "stoa project create"/)
  assert.match(fault('xyzzy'), /^unknown command "xyzzy": run stoa help for all commands$/)
  assert.match(fault('key create'), /missing argument <project>.*key create <project>/)
  assert.match(fault('backup here there'), /unexpected argument "there"/)
  assert.match(fault('migrate --dry-rnu'), /no option --dry-rnu: did you mean --dry-run/)
  assert.match(fault('key create default --role'), /'--role <value>' argument missing/)
  assert.throws(() => parseCommandLine(['backup', ''], commands), /<directory> is empty/)
  assert.throws(() => parseCommandLine(['key', 'create', 'x', '--name', ''], commands), /--name is empty/)
})

test('help shows every command, and all there is to one of them', () => {
  for (const line of ['help', '--help', '-h', 'help --json']) {
    const found = order(line)
    assert.ok(found.kind === 'print')
    for (const { name, summary } of commands)
      assert.ok(found.text.includes(name) && found.text.includes(summary))
  }
  for (const command of commands) {
    for (const line of [`help ${command.name}`, `${command.name} --help`]) {
      const found = order(line)
      assert.ok(found.kind === 'print')
      assert.ok(found.text.startsWith(`Usage: stoa ${command.name}`), line)
      for (const option of Object.keys(command.options ?? {})) assert.ok(found.text.includes(`--${option}`))
    }
  }
  assert.match(fault('help strat'), /did you mean "stoa start"/)
  assert.deepEqual(order('--version'), { kind: 'print', text: `${product.name} ${product.version}` })
})
