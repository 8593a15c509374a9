import type { Body } from '../wire/frames.ts'
import type { Done, Order, Run, Task } from '../wire/messages.ts'
import { packFiles, unpackFiles } from '../wire/workspace-archive.ts'
import type { Channel } from './channel.ts'
import { createCallNumbers, createHostCalls } from './host-calls.ts'
import type { Engine, Interpreter } from './interpreter.ts'
import { createOutputs } from './output.ts'
import { Refusal } from './workspace.ts'

type Answer = {
  done: Omit<Done, 't'>
  body?: Body | null
  /** Cleared away when the answer is on its way, so that nobody waits for that. */
  spent?: Interpreter
}

/** Reads orders and carries them out, one after the other, until the supervisor hangs up. */
export async function serve(channel: Channel, engine: Engine): Promise<void> {
  const sessions = new Map<string, Interpreter>()
  const nextCall = createCallNumbers()

  function execute(interpreter: Interpreter, run: Run): Answer {
    const outputs = createOutputs((output) => channel.send({ t: 'output', output }))
    const calls = createHostCalls(channel, nextCall, run.calls)
    const { isCancelled } = channel
    const startedAt = performance.now()
    const { outcome, isBroken } = interpreter.execute(run, { outputs, calls, isCancelled })
    const ranMs = performance.now() - startedAt
    return { done: { outcome, outputs: outputs.take(), ranMs, ...(isBroken ? { broken: true } : {}) } }
  }

  function sessionOf(id: string): Interpreter {
    const found = sessions.get(id)
    if (!found) throw new Refusal('no_session', 'the session is not in this process')
    return found
  }

  async function carryOut(order: Task, body: Buffer | null): Promise<Answer> {
    if (order.op === 'run') {
      const spent = await engine.openOnce()
      return { ...execute(spent, order.run), spent }
    }
    if (order.op === 'open') {
      sessions.set(order.session, await engine.open(body))
      return { done: {} }
    }
    const interpreter = sessionOf(order.session)
    if (order.op === 'execute') return execute(interpreter, order.run)
    if (order.op === 'close') {
      sessions.delete(order.session)
      return { done: interpreter.close() ? {} : { broken: true } }
    }
    if (order.op === 'save') return { done: {}, body: save(interpreter) }
    return serveFiles(interpreter.workspace, order, body)
  }

  for (;;) {
    const received = channel.receive(-1)
    // An answer that nobody waits for any more.
    if (received === null || received.order.op === 'reply' || received.order.op === 'cancel') continue
    channel.forgetCancel()
    const { done, body, spent } = await carryOut(received.order, received.body).catch(toAnswer)
    channel.send({ t: 'done', ...done }, body)
    // One that cannot be made as new ends its process; the supervisor takes another.
    if (done.broken || spent?.close() === false) return
    if (received.order.op === 'run' || received.order.op === 'open') await engine.prepare()
  }
}

/** Saving only reads: an interpreter for whose save there is no memory left is as good as before. */
function save(interpreter: Interpreter): Body {
  try {
    return interpreter.save()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('not_savable', String(error))
  }
}

type FileOrder = Extract<Order, { op: 'put' | 'get' | 'delete' | 'list' | 'export' | 'import' }>

function serveFiles(workspace: Interpreter['workspace'], order: FileOrder, body: Buffer | null): Answer {
  const bytes = body ?? Buffer.alloc(0)
  switch (order.op) {
    case 'put':
      workspace.put(order.path, bytes)
      return { done: {} }
    case 'get': {
      const content = workspace.get(order.path)
      return { done: { found: content !== null }, body: content }
    }
    case 'delete':
      return { done: { found: workspace.delete(order.path) } }
    case 'list':
      return { done: { files: workspace.list() } }
    case 'export':
      return { done: {}, body: packFiles(workspace.list().map(({ path }) => [path, workspace.get(path)!])) }
    case 'import':
      workspace.clear()
      for (const [path, content] of unpackFiles(bytes)) workspace.put(path, content)
      return { done: {} }
  }
}

/** A refusal is an answer; anything else means that the interpreter can no longer be relied on. */
function toAnswer(error: unknown): Answer {
  if (error instanceof Refusal) return { done: { refused: error.reason } }
  const text = error instanceof Error ? error.message : String(error)
  return {
    done: {
      broken: true,
      outcome: { status: 'failed', code: 'killed', error: `The interpreter failed: ${text.slice(0, 300)}` },
    },
  }
}
