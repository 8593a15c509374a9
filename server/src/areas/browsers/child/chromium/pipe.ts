import type { Readable, Writable } from 'node:stream'
import type { CdpMessage } from '../../protocol/messages.ts'
import { createDialogFollowers } from './cdp/dialog-followers.ts'
import { createJointResume } from './cdp/joint-resume.ts'

/** What talks to the browser: our own automation, or a client from outside. */
export type CdpClient = {
  send(message: CdpMessage): void
  /** Ends its session of the browser, with everything it attached to. */
  detach(): void
  close(): void
}

export type ClientOptions = {
  /**
   * The session of the browser target that its messages without one belong to. Null for the first client, which gets what
   * belongs to no other; undefined for one that only sends to the browser and sees nothing but responses.
   */
  rootSession: string | null | undefined
  onMessage(message: CdpMessage): void
  onClose(): void
}

type Pending = { client: Connected; id: number }
type Connected = ClientOptions & { sessions: Set<string> }

// A message this long is no use to anyone, and would have to be put together in memory.
const maxMessageBytes = 128 * 1024 * 1024

/**
 * The pipe to a browser, shared by several clients: each sees responses to what it sent, and events of the targets
 * that it attached to itself. There is no port that another process could connect to.
 */
export function createPipe(output: Writable, read: Readable) {
  const pending = new Map<number, Pending>()
  const owners = new Map<string, Connected>()
  const clients = new Set<Connected>()
  let last = 0
  let parts: Buffer[] = []
  let held = 0
  const pages = new Set<string>()
  const followers = createDialogFollowers()
  const joint = createJointResume(settled)

  function adopt(client: Connected, sessionId: string): void {
    owners.set(sessionId, client)
    client.sessions.add(sessionId)
  }

  function release(sessionId: string): void {
    owners.get(sessionId)?.sessions.delete(sessionId)
    owners.delete(sessionId)
    followers.left(sessionId)
    joint.left(sessionId)
  }

  /** Once everything has arrived that the browser has sent by now to more than our automation. */
  async function settled(): Promise<void> {
    if (![...clients].some(({ rootSession }) => typeof rootSession === 'string')) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const client = connect({ rootSession: undefined, onMessage: () => resolve(), onClose: resolve })
    client.send({ method: 'Browser.getVersion' })
    await promise
    client.close()
  }

  function ownerOf({ sessionId }: CdpMessage): Connected | undefined {
    if (sessionId !== undefined) return owners.get(sessionId) ?? mainClient()
    return mainClient()
  }

  const mainClient = () => [...clients].find(({ rootSession }) => rootSession === null)

  function deliver(client: Connected, message: CdpMessage): void {
    const { sessionId, ...rest } = message
    client.onMessage(sessionId === client.rootSession || sessionId === undefined ? rest : message)
  }

  function write(client: Connected, message: CdpMessage, sessionId: string | null): void {
    const id = ++last
    pending.set(id, { client, id: message.id ?? 0 })
    output.write(`${JSON.stringify({ ...message, id, ...(sessionId === null ? {} : { sessionId }) })}\0`)
  }

  function attached(client: Connected, { params }: CdpMessage): void {
    const sessionId = String(params?.sessionId)
    const { targetId, type } = (params?.targetInfo ?? {}) as { type?: string; targetId?: string }
    const isOurs = client.rootSession === null
    adopt(client, sessionId)
    if (targetId === undefined) return
    followers.attached(sessionId, targetId)
    if (params?.waitingForDebugger === true) joint.attached(sessionId, targetId, isOurs)
    // It is attached to once it opens, and again for each session of it.
    if (isOurs && type === 'page') pages.add(targetId)
  }

  function receive(message: CdpMessage): void {
    if (message.id !== undefined) {
      const found = pending.get(message.id)
      pending.delete(message.id)
      if (!found) return
      const attached = (message.result as { sessionId?: string } | undefined)?.sessionId
      if (attached !== undefined && found.client.rootSession) adopt(found.client, attached)
      deliver(found.client, { ...message, id: found.id })
      return
    }
    const client = ownerOf(message)
    if (!client) return
    followers.noteReceived(message)
    if (message.method === 'Target.attachedToTarget') attached(client, message)
    if (message.method === 'Target.detachedFromTarget') release(String(message.params?.sessionId))
    deliver(client, message)
  }

  read.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = Buffer.concat([...parts, rest.subarray(0, end)]).toString()
      parts = []
      held = 0
      rest = rest.subarray(end + 1)
      // Each in its own task. A client continues behind a response in a promise, and must have done so before the event
      // that follows it: Playwright drops the events of a frame that it does not know yet, and waits for them forever.
      setImmediate(() => receive(JSON.parse(text) as CdpMessage))
    }
    held += rest.length
    if (held > maxMessageBytes) return void read.destroy()
    parts.push(rest)
  })
  // Behind what was read before.
  const end = () =>
    setImmediate(() => {
      for (const client of clients) client.onClose()
      clients.clear()
    })
  read.once('close', end)
  read.on('error', end)
  output.on('error', end)

  function connect(options: ClientOptions): CdpClient {
    const client: Connected = { ...options, sessions: new Set() }
    if (options.rootSession) adopt(client, options.rootSession)
    clients.add(client)
    const close = () => {
      clients.delete(client)
      for (const sessionId of client.sessions) release(sessionId)
    }
    return {
      send(message) {
        // A client may only speak in sessions that it has opened itself.
        if (options.rootSession && message.sessionId && owners.get(message.sessionId) !== client) return
        const sessionId = message.sessionId ?? client.rootSession ?? null
        const send = () => write(client, message, sessionId)
        if (sessionId === null) return send()
        const isResume = message.method === 'Runtime.runIfWaitingForDebugger'
        if (!isResume || !joint.resume(sessionId, send)) send()
      },
      detach() {
        const { rootSession } = options
        if (rootSession)
          write(client, { method: 'Target.detachFromTarget', params: { sessionId: rootSession } }, null)
        close()
      },
      close,
    }
  }

  return {
    /** How many pages the browser has reported so far; it does so before it responds to what opened them. */
    attachedPages: () => pages.size,
    /** Whether a client from outside got the dialog that is open in this session as well. */
    async leavesDialog(sessionId: string): Promise<boolean> {
      await settled()
      return followers.hasOthers(sessionId)
    },
    connect,
  }
}

export type Pipe = ReturnType<typeof createPipe>
