import { contentOrValue } from '../../../kernel/compute/large-content.ts'
import type { SealedCommand } from '../../../kernel/sealed/command.ts'
import {
  type Exited,
  type ExitReason,
  type SealedProcess,
  startSealedProcess,
} from '../../../kernel/sealed/sealed-process.ts'
import { type Message, maxHeaderLength, type Order, type RequestMethod } from '../protocol/messages.ts'
import { parseMessage } from './message.ts'

type DoneMessage = Extract<Message, { t: 'done' }>
type Done = (Extract<DoneMessage, { ok: true }> & { value: unknown }) | Extract<DoneMessage, { ok: false }>

export type Ended =
  /** A large value is not read yet: it is `LargeContent`. */
  { kind: 'done'; done: Done } | { kind: 'loaded'; piece: unknown } | Exited

export type HostReply = { ok: true; value: unknown; body?: Uint8Array } | { ok: false; value: Refusal }
export type Refusal = { code: string; message: string }
export type ServeRequest = (method: RequestMethod, args: unknown, body: Buffer | null) => Promise<HostReply>

export type WorkRequest = {
  order: Exclude<Order, { op: 'reply' }>
  body?: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
  serve: ServeRequest
}

export type PieceProcess = Pick<SealedProcess<Message>, 'pid' | 'ready' | 'hasExited' | 'onExit'> & {
  request(request: WorkRequest): Promise<Ended>
  kill(reason: ExitReason): void
}

/** A file, or a response of a service; nothing else that a piece sends is large. */
const maxBodyLength = 32 * 1024 * 1024
/** One call makes a few dozen requests; what sends requests without end is broken. */
const maxRequests = 2000
const maxOpenRequests = 32

/** A sealed process for one piece, which may send requests of its own while it works. */
export function startPieceProcess(command: SealedCommand): PieceProcess {
  const process = startSealedProcess<Message>(command, {
    name: 'piece',
    maxBodyLength,
    maxHeaderLength,
    parse: parseMessage,
    // Requests that a bundle forgot to await may come after its response; they are dropped.
    mayBeLate: ({ t }) => t === 'ask',
  })

  async function request({ serve, order, ...rest }: WorkRequest): Promise<Ended> {
    let [requests, open, isEnded] = [0, 0, false]

    function handleRequest(message: Extract<Message, { t: 'ask' }>, body: Buffer | null): void {
      if (++requests > maxRequests || ++open > maxOpenRequests) throw new Error('too many requests')
      serve(message.method, message.args, body).then(
        ({ ok, value, ...reply }) => {
          open--
          // The work may have ended meanwhile, and with it everyone who waits for this.
          if (isEnded || process.hasExited()) return
          const body = 'body' in reply ? reply.body : undefined
          process.send({ op: 'reply', request: message.request, ok, value }, body)
        },
        () => process.kill('crashed'),
      )
    }

    function receive(message: Message, body: Buffer | null): Ended | undefined {
      if (message.t === 'ask') {
        handleRequest(message, body)
        return undefined
      }
      if (message.t === 'done' && order.op === 'work')
        return { kind: 'done', done: message.ok ? { ...message, value: valueIn(body) } : message }
      if (message.t === 'loaded' && order.op === 'load') return { kind: 'loaded', piece: valueIn(body) }
      throw new Error('a response to no request')
    }

    try {
      return await process.request<Ended>({ ...rest, order, receive })
    } finally {
      isEnded = true
    }
  }

  const { pid, ready, kill, hasExited, onExit } = process
  return { pid, ready, request, kill, hasExited, onExit }
}

/** A copy, so that its bytes can be transferred to a thread. */
const valueIn = (body: Buffer | null): unknown =>
  contentOrValue({ bytes: new Uint8Array(body ?? []), kind: 'json', charset: 'utf-8' })
