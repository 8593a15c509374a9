import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Engine, Interpreter } from '../interpreter.ts'
import { createWorkspace, Refusal } from '../workspace.ts'
import type { Isolate, IsolatedVm, Reference } from './isolated-vm.ts'
import { createHostBridge, executeInV8 } from './run.ts'

export type V8Settings = {
  /** Where the package lies that gives a process more than one V8. */
  v8: { entry: string; folder: string; version: string }
}

const unlimitedMebibytes = 8192

/**
 * JavaScript on V8 itself: many times as quick as QuickJS on long computations, and more of a target. The walls of the
 * process are the same. One isolate for each process, made before it is sealed: later there would be no thread and no
 * memory for another. For want of a thread nothing stops a script at its deadline but the end of the process, and
 * nothing of it can be saved.
 */
export async function createV8Engine({ v8 }: V8Settings): Promise<Engine> {
  // The package has no other way to be loaded than this one.
  const vm = createRequire(v8.entry)(v8.folder) as IsolatedVm
  const world = readFileSync(join(import.meta.dirname, 'world.js'), 'utf8')
  const guest = readFileSync(join(import.meta.dirname, '../javascript/guest.js'), 'utf8')
  // The kernel's limit is the one that holds; the package would need a thread to keep its own.
  const isolate = new vm.Isolate({ memoryLimit: unlimitedMebibytes })
  await startThread(isolate)

  function open(): Interpreter {
    const context = isolate.createContextSync()
    const hostBridge = createHostBridge({ randomBytes, randomUUID })
    const enter = new vm.Callback((name: string, ...args: unknown[]) => hostBridge.call(name, args))
    const apply = (made: Reference, input: object) =>
      made.applySync(undefined, [input], { result: { reference: true } })
    const driver = apply(context.evalSync(world, { reference: true }), enter)
    const host = driver.getSync('host', { reference: true })
    const controls = apply(context.evalSync(guest, { reference: true }), host.derefInto())
    driver.getSync('useControls', { reference: true }).applySync(undefined, [controls.derefInto()])
    const workspace = createWorkspace()
    hostBridge.useWorkspace(workspace)
    return {
      workspace,
      execute: (run, tools) => executeInV8({ isolate, context, hostBridge, driver, controls }, run, tools),
      save() {
        throw new Refusal('not_savable', 'the state of this engine cannot be saved')
      },
      close() {
        context.release()
        return true
      },
    }
  }

  return {
    name: `isolated-vm ${v8.version} (V8 ${process.versions.v8})`,
    trials: ['const a = { b: [1, 2] }; console.log(a); a', 'return await Promise.resolve(state)'],
    async open(saved) {
      if (saved !== null) throw new Refusal('stale_save', 'the state of this engine cannot be saved')
      return open()
    },
    openOnce: async () => open(),
    prepare: async () => {},
  }
}

/** The thread on which V8's own tasks wait until no script runs; the isolate keeps the one it had. */
async function startThread(isolate: Isolate): Promise<void> {
  const context = await isolate.createContext()
  context.release()
}
