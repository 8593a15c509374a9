import { setPriority } from 'node:os'
import { ignoreSignals, type SealOptions, sealProcess } from '../seal/seal.ts'
import { createSystem } from '../seal/system.ts'
import { createChannel } from './channel.ts'
import type { Engine } from './interpreter.ts'
import { createJavaScriptEngine, type JavaScriptSettings } from './javascript/engine.ts'
import { createPythonEngine, type PythonSettings } from './python/engine.ts'
import { serve } from './serve.ts'
import { createV8Engine, type V8Settings } from './v8/engine.ts'

/** The command line arguments that the supervisor passes to a child. */
export type ChildSettings = {
  koffi: string
  /** Null where the platform cannot seal and the operator accepted that. */
  seal: SealOptions | null
  engine:
    | ({ language: 'javascript' } & (JavaScriptSettings | V8Settings))
    | ({ language: 'python' } & PythonSettings)
}

/**
 * An interpreter in a separate process. Everything is loaded and tried out first; then the process is sealed; only
 * then the first word of a guest is read. From there on there is no event loop, no file, no thread to be made.
 */
const settings = JSON.parse(process.argv[2]!) as ChildSettings
const { default: koffi } = (await import(settings.koffi)) as typeof import('koffi')
const system = createSystem(koffi)
const channel = createChannel(system)
try {
  ignoreSignals(system)
  standBack()
  const engine = await load(settings.engine)
  await tryOut(engine)
  engine.settle?.()
  globalThis.gc?.()
  if (settings.seal !== null) sealProcess(system, settings.seal)
  // Once more inside: a version of Node or V8 that needs another system call shows here and not under a guest.
  await tryOut(engine)
  await engine.prepare()
  channel.send({ t: 'ready', sealed: settings.seal !== null, engine: engine.name })
  await serve(channel, engine)
} catch (error) {
  channel.send({ t: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
system.exit(1)

function load(engine: ChildSettings['engine']): Promise<Engine> {
  if (engine.language === 'python') return createPythonEngine(engine, system)
  return 'v8' in engine ? createV8Engine(engine) : createJavaScriptEngine(engine)
}

const niceness = 5

/** Guests take what the server and its database leave of the processor, and a process that starts delays neither. */
function standBack(): void {
  try {
    setPriority(niceness)
  } catch {
    // Where that is not allowed, guests compete on equal terms.
  }
}

/** Warms the paths that the first guest will take, and fails here rather than there if something is missing. */
async function tryOut(engine: Engine): Promise<void> {
  const interpreter = await engine.openOnce()
  const tools = {
    outputs: { write() {}, tick() {}, flush() {}, take: () => [] },
    calls: { start: () => 'no calls', next: () => null, waiting: () => 0 },
    isCancelled: () => false,
  }
  for (const source of engine.trials) {
    const run = { source, state: '{"a":[1]}', env: {}, timeoutMs: 20_000, calls: [] }
    const { outcome } = interpreter.execute(run, tools)
    if (outcome.status === 'failed') throw new Error(`the engine does not work: ${outcome.error}`)
  }
  interpreter.close()
}
