import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type ConnectOverCDPTransport, chromium } from 'playwright-core'
import type { EgressProxy } from '../../../../kernel/net/egress-proxy.ts'
import type { OpenOptions, StorageState } from '../../protocol/messages.ts'
import { clip, type DriverSession, type Emit, maxTitleLength } from '../driver.ts'
import { perform } from './actions.ts'
import { createCast } from './cast.ts'
import { createCdpClients } from './cdp/clients.ts'
import { type ContextIds, createContextIds } from './cdp/context-ids.ts'
import { createContexts } from './cdp/contexts.ts'
import { createDownloadEvents, type DownloadEvents } from './cdp/download-events.ts'
import { createDialogWatch, type DialogWatch } from './dialog-watch.ts'
import { createDialogs } from './dialogs.ts'
import { toFault } from './faults.ts'
import { createPages, titleOf } from './pages.ts'
import type { Pipe } from './pipe.ts'
import type { ChromiumProcess } from './process.ts'
import { asRead, reading } from './reading.ts'
import { takeSnapshot } from './snapshot.ts'
import { createTargetRecorder, type TargetRecorder } from './target-recorder.ts'
import { fitPages, type WindowSize } from './window.ts'

/** By our guard, or by the proxy that the caller brought. */
export type RefusedRequest = { host: string; reason: string; by: 'guard' | 'proxy' }
export type Refusals = { take(): RefusedRequest[] }

const connectTimeoutMs = 20_000
const maxMegabytes = 1536
const maxDownloadBytes = 100 * 1024 * 1024
const watchEveryMs = 1000
const maxStorageLength = 2 * 1024 * 1024

/** Playwright over the pipe that we hold, so that others can share it. */
function transportOver(
  pipe: Pipe,
  { recorder, contextIds, dialogWatch, downloadEvents }: Watching,
): ConnectOverCDPTransport {
  const transport: ConnectOverCDPTransport = {
    send: (message) => {
      client.send(asRead(message))
      recorder.noteSent(message)
      contextIds.noteSent(message)
    },
    close: () => client.close(),
  }
  const client = pipe.connect({
    rootSession: null,
    onMessage: (message) => {
      contextIds.noteReceived(message)
      dialogWatch.noteReceived(message)
      downloadEvents.noteReceived(message)
      if (!recorder.take(message)) transport.onmessage?.(message)
    },
    onClose: () => transport.onclose?.(),
  })
  return transport
}

export async function connect({ pipe, downloads }: ChromiumProcess): Promise<Connected> {
  const recorder = createTargetRecorder(pipe)
  const watching = {
    recorder,
    contextIds: createContextIds(),
    dialogWatch: createDialogWatch(),
    downloadEvents: createDownloadEvents(),
  }
  const browser = await chromium.connectOverCDP(transportOver(pipe, watching), {
    isLocal: true,
    artifactsDir: downloads,
    timeout: connectTimeoutMs,
  })
  await recorder.install(browser.contexts()[0]!)
  return { browser, ...watching }
}

/** Ends what takes more than its share: memory of the machine, or disk by downloads. */
function watch(
  browser: ChromiumProcess,
  onExceeded: { memory(): void; downloads(): void },
): { stop(): void } {
  const timer = setInterval(() => {
    if ((browser.megabytes() ?? 0) > maxMegabytes) onExceeded.memory()
    void sizeOf(browser.downloads).then((bytes) => {
      if (bytes > maxDownloadBytes) onExceeded.downloads()
    })
  }, watchEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function sizeOf(folder: string): Promise<number> {
  try {
    const names = await readdir(folder)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}

async function storageOf(context: BrowserContext): Promise<StorageState> {
  const state = await context.storageState()
  // What sites store beyond that is a cache, and cookies are what signs in.
  return JSON.stringify(state).length > maxStorageLength ? { ...state, origins: [] } : state
}

type Watching = {
  recorder: TargetRecorder
  contextIds: ContextIds
  dialogWatch: DialogWatch
  downloadEvents: DownloadEvents
}
type Connected = Watching & { browser: Browser }
export type Opened = Connected & {
  process: ChromiumProcess
  proxy: EgressProxy
  refusals: Refusals
  window: WindowSize
}

/** One session: one browser, its default context, those of its clients, their pages. */
export async function openSession(
  { browser, recorder, contextIds, dialogWatch, downloadEvents, process, proxy, refusals, window }: Opened,
  { storageState, viewport }: Pick<OpenOptions, 'storageState' | 'viewport'>,
  emit: Emit,
): Promise<DriverSession> {
  const context = browser.contexts()[0]!
  if (storageState)
    await context.setStorageState(storageState as Parameters<typeof context.setStorageState>[0])
  if (window.width > viewport.width) await fitPages(context, viewport)
  const { pipe } = process
  const dialogs = createDialogs(dialogWatch, pipe.leavesDialog)
  const pages = createPages({ context, attachedPages: pipe.attachedPages, dialogs }, emit)
  const contexts = createContexts({ browser, contextIds, recorder, pages })
  const clients = createCdpClients({ pipe, pages, contexts, downloadEvents, recorder }, emit)
  const parts = { pages, recorder, dialogs }
  let hasEnded = false

  const watching = watch(process, {
    memory: () => end('memory_limit', `The browser took more than ${maxMegabytes} MB`),
    downloads: pages.cancelDownloads,
  })

  function end(reason: 'crashed' | 'memory_limit', message: string): void {
    if (hasEnded) return
    hasEnded = true
    emit({ kind: 'ended', reason, message })
    void release()
  }

  async function release(): Promise<void> {
    hasEnded = true
    watching.stop()
    pages.stop()
    await process.close()
    await proxy.close()
  }

  void process.exited.then(() => end('crashed', 'The browser ended by itself'))

  return {
    uploads: process.uploads,
    state: pages.describe,
    async act(action, replay) {
      const began = performance.now()
      refusals.take()
      pages.takeObserved()
      try {
        const before = await pages.active()
        const done = await perform(parts, action, replay)
        const { value, target } = done
        await pages.opened()
        const page = await pages.active()
        const known = page === before ? done.title : undefined
        const [title, isTypedSecret] = await Promise.all([known ?? titleOf(page), done.isSecret])
        const { dialogs, openedPages } = pages.takeObserved()
        const refused = refusals.take()
        return {
          type: action.type,
          durationMs: Math.round(performance.now() - began),
          url: clip(page.url(), 4096),
          title: clip(title, maxTitleLength),
          ...(action.type === 'evaluate' ? { value } : {}),
          ...(dialogs.length > 0 ? { dialogs } : {}),
          ...(openedPages.length > 0 ? { openedPages } : {}),
          ...(refused.length > 0
            ? { refused: refused.slice(0, 20).map(({ host, reason }) => ({ host, reason })) }
            : {}),
          ...(isTypedSecret ? { isSecret: true } : {}),
          ...(target ? { target } : {}),
        }
      } catch (error) {
        throw toFault(error, action, refusals.take())
      }
    },
    snapshot: async (format, fullPage) => {
      const page = await pages.active()
      return reading(() => takeSnapshot(page, format, fullPage))
    },
    storage: () => storageOf(context),
    live: { ...createCast(pages, emit), ...clients },
    close: release,
  }
}
