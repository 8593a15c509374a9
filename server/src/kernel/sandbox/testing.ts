import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../log.ts'
import type { Job } from './driver.ts'
import { createSandboxes, type Sandboxes, type SandboxOptions } from './sandboxes.ts'
import type { ChangeLog, Saved } from './session.ts'

/** Shared by all tests of this user: the image of the interpreter is built once and not in every file. */
export const testDataDir = join(tmpdir(), `stoa-sandbox-tests-${userInfo().uid}`)

type Cleaner = { after(work: () => Promise<void>): void }

export function openSandboxes(t: Cleaner, options: Partial<SandboxOptions> = {}): Sandboxes {
  const log = createLog({ level: 'silent', secrets: [] })
  const sandboxes = createSandboxes({
    dataDir: testDataDir,
    log,
    warm: { javascript: 1, python: 0 },
    // A busy machine must not turn a script that was stopped into one that was killed.
    graceMs: 5000,
    ...options,
  })
  t.after(() => sandboxes.close())
  return sandboxes
}

export const job = (source: string, more: Partial<Job> = {}): Job => ({
  source,
  state: { a: 1 },
  env: {},
  // What fails by its own fault must not fail by a busy machine first.
  timeoutMs: 30_000,
  calls: {},
  ...more,
})

/** A store for the saves of one session, as callers of sessions have it. */
export function createSaves() {
  let saved: Buffer | null = null
  let changed: Buffer[] = []
  const changes: ChangeLog = {
    list: async () => changed,
    async add(archive) {
      changed.push(archive)
      return true
    },
  }
  return {
    lastSave: async () => saved,
    changes,
    keep(save: Saved) {
      if (save.kind === 'unchanged') return
      saved = save.bytes
      changed = []
    },
  }
}
