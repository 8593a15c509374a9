import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const watched = new URL('end-with-parent.mjs', import.meta.url).href
const program = `
  const { endWithParent } = await import(${JSON.stringify(watched)})
  endWithParent(20)
  process.on('SIGTERM', () => process.stdout.write('stopped\\n', () => process.exit()))
  setInterval(() => {}, 1000)
  console.log('ready')`

test('what a shell runs stops cleanly when the shell is ended', {
  skip: process.platform === 'win32',
}, async () => {
  // The second command prevents the shell from replacing itself with the first.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  for await (const [line] of on(createInterface(shell.stdout), 'line', { close: ['close'] })) {
    lines.push(line)
    if (line === 'ready') shell.kill('SIGTERM')
  }
  assert.deepEqual(lines, ['ready', 'stopped'])
})
