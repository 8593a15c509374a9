import { createSaves, job, openSandboxes } from '../../../src/kernel/sandbox/testing.ts'

/** A server in small: sandboxes with a script of each language that does not stop, until it is killed. */
const sandboxes = openSandboxes({ after() {} }, { warm: { javascript: 1, python: 1 } })
const session = (projectId: string) => sandboxes.open({ projectId, lastSave: createSaves().lastSave })
const spin = { timeoutMs: 20_000, onOutput: () => void process.stdout.write('spinning\n') }
await Promise.all([
  session('one').execute(
    'javascript',
    job('console.log(1); await new Promise((r) => setTimeout(r, 30)); for (;;) {}', spin),
  ),
  session('two').execute(
    'python',
    job('print(1, flush=True)\nimport time\ntime.sleep(0.05)\nsum(range(10**13))', spin),
  ),
])
