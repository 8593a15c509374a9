import { Socket } from 'node:net'
import { createFrameReader, encodeFrame } from '../../../kernel/sandbox/protocol/frames.ts'
import type { Calls, DriverFault, FromHost, HostSettings, ToHost } from '../protocol/messages.ts'
import { type Driver, type DriverSession, Fault, type LiveParts } from './driver.ts'

/**
 * The program that has the browsers of a node. It is a process apart from the server, so that what pages make it work on
 * keeps no request waiting, and it ends with the server: then the channel closes, and all browsers are killed.
 */
const settings = JSON.parse(process.argv[2]!) as HostSettings
const channel = new Socket({ fd: 3 })
// Only what it is for is loaded.
const driver: Driver =
  settings.driver === 'chromium'
    ? (await import('./chromium/driver.ts')).createChromiumDriver(settings)
    : (await import('./http/driver.ts')).createHttpDriver(settings)
const sessions = new Map<string, DriverSession>()
const maxWaitingBytes = 4 * 1024 * 1024

function send(message: FromHost, body: Buffer | null = null): void {
  for (const part of encodeFrame(message, body)) channel.write(part)
}

function sessionOf(id: string): DriverSession {
  const session = sessions.get(id)
  if (!session) throw new Fault('browser_session_gone', 'The browser session has ended')
  return session
}

async function open(id: string, options: Calls['open']['input']): Promise<Calls['open']['output']> {
  const session = await driver.open(options, (event, body) => {
    if (event.kind === 'ended') sessions.delete(id)
    // Images that the server does not take fast enough are not worth their memory.
    if (event.kind === 'image' && channel.writableLength > maxWaitingBytes) return
    send({ session: id, event }, body)
  })
  sessions.set(id, session)
  return { ...(await session.state()), uploads: session.uploads }
}

async function close(id: string): Promise<null> {
  const session = sessions.get(id)
  sessions.delete(id)
  await session?.close()
  return null
}

async function handle(
  { session: id, call, input }: ToHost,
  body: Buffer | null,
): Promise<[unknown, Buffer | null]> {
  switch (call) {
    case 'probe':
      return [await driver.probe(), null]
    case 'open':
      return [await open(id, input as Calls['open']['input']), null]
    case 'act': {
      const { action, replay } = input as Calls['act']['input']
      return [await sessionOf(id).act(action, replay), null]
    }
    case 'snapshot': {
      const { format, fullPage } = input as Calls['snapshot']['input']
      const { image = null, ...output } = await sessionOf(id).snapshot(format, fullPage)
      return [output, image]
    }
    case 'storage':
      return [await sessionOf(id).storage(), null]
    case 'close':
      return [await close(id), null]
    default:
      await handleLive(liveOf(id), call, input, body)
      return [null, null]
  }
}

function liveOf(id: string): LiveParts {
  const { live } = sessionOf(id)
  if (!live) throw new Fault('unsupported_by_driver', 'The http driver has no live view')
  return live
}

async function handleLive(
  live: LiveParts,
  call: ToHost['call'],
  input: unknown,
  body: Buffer | null,
): Promise<void> {
  if (call === 'cast') await live.cast((input as Calls['cast']['input']).isOn)
  else if (call === 'input') await live.input(input as Calls['input']['input'])
  else {
    const { connection } = input as Calls['cdpSend']['input']
    if (call === 'cdpOpen') await live.cdpOpen(connection)
    else if (call === 'cdpSend') live.cdpSend(connection, body ?? Buffer.alloc(0))
    else live.cdpClose(connection)
  }
}

const faultOf = (error: unknown): DriverFault =>
  error instanceof Fault
    ? error.fault
    : { code: 'action_failed', message: String((error as Error)?.message ?? error).slice(0, 500) }

const read = createFrameReader(({ header, body }) => {
  const message = header as ToHost
  handle(message, body).then(
    ([output, bytes]) => send({ id: message.id, ok: true, output }, bytes),
    (error) => send({ id: message.id, ok: false, error: faultOf(error) }),
  )
})

function end(): void {
  driver.killAll()
  process.exit(0)
}

channel.on('data', read)
channel.on('close', end)
channel.on('error', end)
process.on('SIGTERM', end)
// A page can make a library throw where no one waits for it; other sessions must not end with it.
process.on('uncaughtException', (error) => process.stderr.write(`${error.stack}\n`))
process.on('unhandledRejection', (error) => process.stderr.write(`${String(error)}\n`))
