import type { OpenInterpreter, SandboxDriver, SandboxResult } from '../../server/src/kernel/sandbox/driver.ts'
import type { Language } from '../../server/src/kernel/sandbox/protocol/messages.ts'

const nothing: SandboxResult = {
  result: 'true',
  failure: null,
  stdout: '',
  stderr: '',
  ranMs: 1,
  isLost: false,
  truncated: { stdout: false, stderr: false },
}

const interpreter: OpenInterpreter = {
  execute: async () => nothing,
  save: async () => Buffer.from('nothing'),
  put: async () => undefined,
  get: async () => null,
  list: async () => [],
  delete: async () => false,
  exportFiles: async () => Buffer.alloc(0),
  importFiles: async () => undefined,
  close: async () => undefined,
  isLost: () => false,
}

/** An engine that responds immediately: what is left is everything around it. */
export function instantDriver(language: Language): SandboxDriver {
  const state = {
    isLive: true,
    isSealed: true,
    engine: 'none',
    warm: 1,
    starting: 0,
    waiting: 0,
    bound: 0,
    fault: null,
  }
  return {
    name: 'instant',
    language,
    isolation: 'remote',
    isDurable: true,
    hasPackages: false,
    run: async () => nothing,
    open: async () => interpreter,
    state: async () => state,
  }
}
