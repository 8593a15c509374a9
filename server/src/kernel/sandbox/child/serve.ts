import type { Body } from '../protocol/frames.ts'
import type { Done, Order, Run, SideTask, SideTaskOrder, Task } from '../protocol/messages.ts'
import { packFiles, unpackLayers } from '../protocol/workspace-archive.ts'
import type { Channel } from './channel.ts'
import { createCallNumbers, createHostCalls } from './host-calls.ts'
import type { Engine, Interpreter } from './interpreter.ts'
import { createOutputs } from './output.ts'
import { Refusal } from './workspace.ts'

type TaskReply = {
  done: Omit<Done, 't'>
  body?: Body | null
  /** Cleaned up after the response is sent, so that no caller waits for it. */
  spent?: Interpreter
}

/** Reads orders and carries them out, one after the other, until the supervisor hangs up. */
export async function serve(channel: Channel, engine: Engine): Promise<void> {
  const sessions = new Map<string, Interpreter>()
  const nextCall = createCallNumbers()
  /** The session whose script runs. */
  let running: string | null = null

  function execute(interpreter: Interpreter, run: Run): TaskReply {
    const outputs = createOutputs((output) => channel.send({ t: 'output', output }))
    const calls = createHostCalls(channel, nextCall, run.calls)
    const { isCancelled } = channel
    const startedAt = performance.now()
    const { outcome, isBroken, isLost } = interpreter.execute(run, { outputs, calls, isCancelled })
    const ranMs = performance.now() - startedAt
    const loss = isBroken ? { broken: true } : isLost ? { lost: true } : {}
    return { done: { outcome, outputs: outputs.take(), ranMs, ...loss } }
  }

  function executeIn(session: string, run: Run): TaskReply {
    const interpreter = sessionOf(session)
    running = session
    const reply = execute(interpreter, run)
    running = null
    if (reply.done.lost) {
      sessions.delete(session)
      return { ...reply, spent: interpreter }
    }
    if (reply.done.broken) return reply
    const changes = interpreter.workspace.takeChanges()
    return { ...reply, body: changes.length === 0 ? null : packFiles(changes) }
  }

  function sessionOf(id: string): Interpreter {
    const found = sessions.get(id)
    if (!found) throw new Refusal('no_session', 'the session is not in this process')
    return found
  }

  async function carryOut(order: Task, body: Buffer | null): Promise<TaskReply> {
    if (order.op === 'run') {
      const spent = await engine.openOnce()
      return { ...execute(spent, order.run), spent }
    }
    if (order.op === 'open') {
      sessions.set(order.session, await engine.open(body))
      return { done: {} }
    }
    return order.op === 'execute' ? executeIn(order.session, order.run) : runImmediately(order, body)
  }

  /** What needs neither a guest's code nor time: it can be done while another session's script is paused. */
  function runImmediately(order: SideTaskOrder, body: Buffer | null): TaskReply {
    const interpreter = sessionOf(order.session)
    if (order.op === 'close') {
      sessions.delete(order.session)
      return { done: interpreter.close() ? {} : { broken: true } }
    }
    if (order.op === 'save') return { done: {}, body: save(interpreter) }
    return serveFiles(interpreter.workspace, order, body)
  }

  function runSideTask({ sideTask, task }: SideTask, input: Buffer | null): void {
    const { done, body } = attempt(() => runImmediately(task, input))
    channel.send({ t: 'done', sideTask, ...done }, body)
  }

  channel.onSideTask((order, body) => {
    // The stack of the script may have nothing left; it has when the script has ended.
    if (order.task.session === running || !hasStack()) return false
    runSideTask(order, body)
    return true
  })

  for (;;) {
    const received = channel.receive(-1)
    // A reply that nothing waits for any more.
    if (received === null || received.order.op === 'reply' || received.order.op === 'cancel') continue
    if (received.order.op === 'aside') {
      runSideTask(received.order, received.body)
      continue
    }
    channel.forgetCancel()
    const { done, body, spent } = await carryOut(received.order, received.body).catch(toFailedReply)
    channel.send({ t: 'done', ...done }, body)
    // One that cannot be made as new ends its process; the supervisor takes another.
    if (done.broken || spent?.close() === false) return
    if (received.order.op === 'run' || received.order.op === 'open') await engine.prepare()
  }
}

function attempt(work: () => TaskReply): TaskReply {
  try {
    return work()
  } catch (error) {
    return toFailedReply(error)
  }
}

const framesNeeded = 500

/** Whether there is enough of it left for a task: by trial, because V8 does not report it. */
function hasStack(frames = framesNeeded): boolean {
  try {
    return frames === 0 || hasStack(frames - 1)
  } catch {
    return false
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

function serveFiles(workspace: Interpreter['workspace'], order: FileOrder, body: Buffer | null): TaskReply {
  const bytes = body ?? Buffer.alloc(0)
  switch (order.op) {
    case 'put':
      workspace.put(order.path, bytes)
      workspace.takeChanges()
      return { done: {} }
    case 'get': {
      const content = workspace.get(order.path)
      return { done: { found: content !== null }, body: content }
    }
    case 'delete': {
      const found = workspace.delete(order.path)
      workspace.takeChanges()
      return { done: { found } }
    }
    case 'list':
      return { done: { files: workspace.list() } }
    case 'export':
      return { done: {}, body: packFiles(workspace.list().map(({ path }) => [path, workspace.get(path)!])) }
    case 'import':
      workspace.restore(unpackLayers(bytes))
      return { done: {} }
  }
}

/** A refusal is a response; anything else means that the interpreter can no longer be relied on. */
function toFailedReply(error: unknown): TaskReply {
  if (error instanceof Refusal) return { done: { refused: error.reason } }
  const text = error instanceof Error ? error.message : String(error)
  return {
    done: {
      broken: true,
      outcome: { status: 'failed', code: 'killed', error: `The interpreter failed: ${text.slice(0, 300)}` },
    },
  }
}
