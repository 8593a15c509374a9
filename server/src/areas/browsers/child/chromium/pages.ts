import { rename } from 'node:fs/promises'
import type { BrowserContext, Dialog, Download, Page } from 'playwright-core'
import type { BrowserPage } from '../../schema/session.ts'
import { clip, type Emit, maxTitleLength, maxUrlLength } from '../driver.ts'
import type { Dialogs } from './dialogs.ts'
import { reading } from './reading.ts'

// What opens more is no site but an attack.
export const maxPages = 20
const stateEveryMs = 250
const maxUntitled = 20
// A page that was opened is ready after some milliseconds, on a busy machine after seconds.
const pageReadyMs = 5_000

export type SeenDialog = { type: string; message: string; accepted: boolean }

/** What happens while an action runs. */
export type Observed = { dialogs: SeenDialog[]; openedPages: string[] }

type Parts = { context: BrowserContext; attachedPages: () => number; dialogs: Dialogs }

/** The pages of a session, which one is active, and what they do by themselves. */
export function createPages({ context, attachedPages, dialogs }: Parts, emit: Emit) {
  const ids = new Map<Page, string>()
  const downloads = new Set<Download>()
  let active: Page | null = null
  let last = 0
  let added = 0
  let onAdded: () => void = () => undefined
  let observed: Observed = { dialogs: [], openedPages: [] }
  let timer: NodeJS.Timeout | null = null
  let untitled = 0
  let onActive: (page: Page) => void = () => undefined

  function setActive(page: Page | null): void {
    active = page
    if (page) onActive(page)
  }

  function emitStateSoon(): void {
    timer ??= setTimeout(() => {
      timer = null
      void describe().then((state) => {
        emit({ kind: 'state', ...state })
        // On a busy machine a title may come late, and no event follows it.
        const isUntitled = state.title === '' && state.url !== 'about:blank'
        untitled = isUntitled ? untitled + 1 : 0
        if (isUntitled && untitled <= maxUntitled) emitStateSoon()
      })
    }, stateEveryMs)
  }

  const handleDialog = (dialog: Dialog): Promise<void> =>
    dialogs.close(dialog, (accepted) => {
      const seen = { type: dialog.type(), message: clip(dialog.message(), 1000), accepted }
      observed.dialogs.push(seen)
      emit({ kind: 'dialog', ...seen })
    })

  async function handleDownload(download: Download): Promise<void> {
    const facts = { name: clip(download.suggestedFilename(), 200), url: clip(download.url(), maxUrlLength) }
    const failed = (failure: string) => emit({ kind: 'download', ...facts, path: '', bytes: 0, failure })
    downloads.add(download)
    const failure = await download.failure().catch(() => 'the session ended')
    downloads.delete(download)
    if (failure !== null) return failed(clip(failure, 300))
    try {
      const path = await download.path()
      // A context that is closed deletes its downloads, also those that the server has not stored yet.
      const kept = `${path}-kept`
      await rename(path, kept)
      emit({ kind: 'download', ...facts, path: kept, bytes: 0, failure: null })
    } catch {
      failed('the page was closed')
    }
  }

  function add(page: Page): void {
    added++
    onAdded()
    if (ids.size >= maxPages) return void page.close().catch(() => undefined)
    const id = `p${++last}`
    ids.set(page, id)
    if (active !== null) observed.openedPages.push(id)
    // As in a window: what was opened is what is seen.
    setActive(page)
    page.on('download', (download) => void handleDownload(download))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) emitStateSoon()
    })
    page.on('domcontentloaded', emitStateSoon)
    page.on('load', emitStateSoon)
    page.on('crash', () => void page.close().catch(() => undefined))
    page.once('close', () => {
      ids.delete(page)
      if (active === page) setActive([...ids.keys()].at(-1) ?? null)
      emitStateSoon()
    })
    emitStateSoon()
  }

  async function listPages(): Promise<BrowserPage[]> {
    return Promise.all(
      [...ids].map(async ([page, id]) => ({
        id,
        url: clip(page.url(), maxUrlLength),
        title: await titleOf(page),
        isActive: page === active,
      })),
    )
  }

  async function describe() {
    const pages = await listPages()
    const { url, title } = pages.find(({ isActive }) => isActive) ?? { url: 'about:blank', title: '' }
    return { url, title, pages }
  }

  function follow(context: BrowserContext): void {
    context.on('page', add)
    // Not of each page: the first document of a popup may open one before the page is reported.
    context.on('dialog', (dialog) => void handleDialog(dialog))
  }

  for (const page of context.pages()) add(page)
  const unlisted = attachedPages() - added
  follow(context)

  return {
    describe,
    /** Pages of this context are pages of the session as well. */
    follow,
    isFull: (): boolean => ids.size >= maxPages,
    /** The page that actions are for; a new one when all were closed. */
    async active(): Promise<Page> {
      if (active === null) {
        const page = await context.newPage()
        if (!ids.has(page)) add(page)
        setActive(page)
        return page
      }
      return active
    },
    find: (pageId: string): Page | null => [...ids].find(([, id]) => id === pageId)?.[0] ?? null,
    activate(page: Page): void {
      setActive(page)
      emitStateSoon()
    },
    /** Called when another page is in front. */
    watchActive(listener: (page: Page) => void): void {
      onActive = listener
    },
    /** Waits for pages that the browser has opened and that are not ready yet. */
    async opened(): Promise<void> {
      const deadline = AbortSignal.timeout(pageReadyMs)
      while (added < attachedPages() - unlisted && !deadline.aborted)
        await new Promise<void>((resolve) => {
          onAdded = resolve
          deadline.addEventListener('abort', () => resolve(), { once: true })
        })
    },
    /** What was observed since this was last called. */
    takeObserved(): Observed {
      const taken = observed
      observed = { dialogs: [], openedPages: [] }
      return taken
    },
    cancelDownloads(): void {
      for (const download of downloads) void download.cancel().catch(() => undefined)
    },
    stop(): void {
      if (timer) clearTimeout(timer)
    },
  }
}

export type Pages = ReturnType<typeof createPages>

/** A page that is busy does not say its title; it is not waited for. */
export async function titleOf(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1000).unref())
  return clip(await Promise.race([reading(() => page.title()).catch(() => ''), late]), maxTitleLength)
}
