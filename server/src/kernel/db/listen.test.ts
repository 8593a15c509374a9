import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createScratch } from '../../../test/transfer/scratch.ts'
import { createDb } from './create-db.ts'
import type { Db } from './db.ts'
import { createListener, type Listener, type ListenerDeps, type ListenerNotice, notify } from './listen.ts'
import { type ConnectionSettings, openPostgres, type Postgres } from './postgres.ts'

const scratch = createScratch(process.env.STOA_TEST_DATABASE)
const open: { close(): Promise<void> }[] = []
let settings: ConnectionSettings
let postgres: Postgres
let db: Db

before(async () => {
  settings = await scratch.database()
  postgres = openPostgres({ settings, applicationName: 'listen test', onError: () => {} })
  db = createDb(postgres)
})
after(async () => {
  await Promise.all(open.map((part) => part.close()))
  await postgres.close()
  await scratch.clean()
})

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    assert.ok(tries < 2000, 'it did not come about within 20 s')
    await pause(10)
  }
}

function listener(options: Partial<ListenerDeps> = {}): Listener & { notices: ListenerNotice[] } {
  const notices: ListenerNotice[] = []
  const made = createListener({
    settings,
    onNotice: (notice) => notices.push(notice),
    retryMs: 10,
    maxRetryMs: 40,
    ...options,
  })
  open.push(made)
  return Object.assign(made, { notices })
}

const kindsOf = (notices: ListenerNotice[]) => notices.map(({ kind }) => kind)

/** A proxy between a listener and the server that can disconnect or fall silent. */
async function createProxy() {
  const { host = '', port = 5432 } = settings
  const pairs = new Set<[net.Socket, net.Socket]>()
  let isDown = false
  const server = net.createServer((near) => {
    if (isDown) return near.destroy()
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
      one.on('data', (chunk) => other.write(chunk))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const [near] of pairs) near.destroy()
    pairs.clear()
  }
  const proxy = {
    settings: { ...settings, host: '127.0.0.1', port: (server.address() as net.AddressInfo).port },
    goDown() {
      isDown = true
      cut()
    },
    connections: () => pairs.size,
    comeUp() {
      isDown = false
    },
    hold() {
      for (const [near, far] of pairs) near.pause() && far.pause()
    },
    release() {
      for (const [near, far] of pairs) near.resume() && far.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
  open.push(proxy)
  return proxy
}

describe('the listener', () => {
  it('hands each notice to the handlers of its channel, in order, and only once committed', async () => {
    const { on, start, ready } = listener()
    const received: string[] = []
    on('first', (payload) => received.push(`a ${payload}`))
    await start()
    on('first', (payload) => received.push(`b ${payload}`))
    on('Odd "name"; --', (payload) => received.push(`odd ${payload}`))
    await ready()
    await assert.rejects(
      db.tx(async (tx) => {
        await notify(tx, 'first', 'never')
        throw new Error('undone')
      }),
    )
    await notify(db, 'first', '')
    await notify(db, 'nobody', 'x')
    await notify(db, 'Odd "name"; --', 'ü')
    await until(() => received.length >= 3)
    assert.deepEqual(received, ['a ', 'b ', 'odd ü'])
  })

  it('unsubscribes one listener and keeps the other subscriptions', async () => {
    const { on, start, ready } = listener()
    const received: string[] = []
    const stopOne = on('kept', () => received.push('one'))
    on('kept', () => received.push('two'))
    const stopGone = on('gone', () => received.push('gone'))
    await start()
    stopOne()
    stopOne()
    stopGone()
    await notify(db, 'gone', '')
    await notify(db, 'kept', '')
    await until(() => received.includes('two'))
    assert.deepEqual(received, ['two'])
    on('gone', () => received.push('again'))
    await ready()
    await notify(db, 'gone', '')
    await until(() => received.includes('again'))
  })

  it('reports a handler that throws and calls the others', async () => {
    const { on, start, notices } = listener()
    const received: string[] = []
    const failure = new Error('slip')
    on('rough', () => {
      throw failure
    })
    on('rough', (payload) => received.push(payload))
    await start()
    await notify(db, 'rough', 'through')
    await until(() => received.length > 0)
    assert.deepEqual(notices, [{ kind: 'handler-failed', channel: 'rough', error: failure }])
  })

  it('comes back after the server ended its session, and says so', async () => {
    const { on, onReconnect, start, isConnected, notices } = listener()
    const received: string[] = []
    let reconnects = 0
    on('back', (payload) => received.push(payload))
    onReconnect(() => {
      throw new Error('slip')
    })
    onReconnect(() => {
      reconnects++
    })
    const stopCounting = onReconnect(() => {
      reconnects += 100
    })
    stopCounting()
    await start()
    assert.equal(reconnects, 0)
    await scratch.query(
      settings,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen "back"'`,
    )
    await until(() => reconnects > 0)
    assert.ok(isConnected())
    assert.deepEqual(kindsOf(notices), ['connection-lost', 'reconnected', 'handler-failed'])
    await notify(db, 'back', 'again')
    await until(() => received.length > 0)
    assert.deepEqual([received, reconnects], [['again'], 1])
  })

  it('keeps retrying while the server is down', async () => {
    const proxy = await createProxy()
    const { on, start, ready: heard, isConnected, notices } = listener({ settings: proxy.settings })
    const received: string[] = []
    on('early', (payload) => received.push(payload))
    await start()
    proxy.goDown()
    await until(() => kindsOf(notices).filter((kind) => kind === 'reconnect-failed').length >= 3)
    assert.equal(isConnected(), false)
    on('meanwhile', (payload) => received.push(payload))
    const isReceived = heard()
    proxy.comeUp()
    await isReceived
    await notify(db, 'early', 'one')
    await notify(db, 'meanwhile', 'two')
    await until(() => received.length >= 2)
    assert.deepEqual(received, ['one', 'two'])
    assert.equal(kindsOf(notices).at(-1), 'reconnected')
  })

  it('notices a server that fell silent', async () => {
    const proxy = await createProxy()
    const { start, isConnected, notices } = listener({ settings: proxy.settings, keepAliveMs: 200 })
    await start()
    proxy.hold()
    await until(() => kindsOf(notices).includes('reconnected') && isConnected())
    assert.match((notices[0] as { error: Error }).error.message, /did not respond/)
  })

  it('reports when a channel that was added later is subscribed', async () => {
    const proxy = await createProxy()
    const { on, start, ready: notices } = listener({ settings: proxy.settings })
    await start()
    proxy.hold()
    const received: string[] = []
    on('late', (payload) => received.push(payload))
    let isReceived = false
    const hearing = notices().then(() => {
      isReceived = true
    })
    await notify(db, 'late', 'too early')
    assert.equal(isReceived, false)
    proxy.release()
    await hearing
    await notify(db, 'late', 'in time')
    await until(() => received.length > 0)
    assert.deepEqual(received, ['in time'])
  })

  it('fails to start without a server, and can be started again', async () => {
    const proxy = await createProxy()
    proxy.goDown()
    const { start, isConnected } = listener({ settings: proxy.settings })
    await assert.rejects(start())
    assert.equal(isConnected(), false)
    proxy.comeUp()
    await Promise.all([start(), start()])
    assert.ok(isConnected())
    assert.equal(proxy.connections(), 1)
  })

  it('can be closed while it listens, while the server is silent and while it is away', async () => {
    const [silent, away] = [await createProxy(), await createProxy()]
    const listening = listener()
    const silenced = listener({ settings: silent.settings })
    const left = listener({ settings: away.settings, retryMs: 60_000, maxRetryMs: 60_000 })
    await Promise.all([listening.start(), silenced.start(), left.start()])
    silent.hold()
    away.goDown()
    await until(() => !left.isConnected())
    const neverReceived = left.ready()
    await Promise.all([listening.close(), silenced.close(), left.close(), neverReceived])
    assert.deepEqual(
      [listening, silenced, left].map(({ isConnected }) => isConnected()),
      [false, false, false],
    )
    assert.deepEqual(kindsOf([...listening.notices, ...silenced.notices]), [])
  })
})

describe('notify', () => {
  it('refuses what PostgreSQL would cut off or refuse', async () => {
    await notify(db, 'x'.repeat(63), 'ü'.repeat(3999))
    await assert.rejects(notify(db, 'x', 'ü'.repeat(4000)), /8000 bytes, more than 7999/)
    await assert.rejects(notify(db, 'ü'.repeat(32), ''), /1 to 63 bytes, not 64/)
    await assert.rejects(notify(db, '', ''), /1 to 63 bytes, not 0/)
    assert.throws(() => listener().on('x'.repeat(64), () => {}), /1 to 63 bytes/)
  })
})
