import { type FileTypeRule, isStoaError, type Stoa } from '@stoa/sdk'
import { queryClient } from '../../../auth/session.ts'
import type { FileType } from '../file-types.tsx'
import { guessType } from './guess-type.ts'
import { isMultipart, sendFile } from './send-file.ts'

export type UploadState = 'queued' | 'sending' | 'finishing' | 'waiting' | 'done' | 'failed' | 'cancelled'

export type UploadItem = {
  id: number
  name: string
  sizeBytes: number
  sentBytes: number
  state: UploadState
  /** Why it failed, or what it waits for. */
  error: unknown
  fileId: string | null
  owner: string | undefined
}

export type UploadOrder = {
  files: readonly File[]
  api: Stoa
  projectId: string
  owner: string | undefined
  /** Null means by what each file is. */
  fileType: FileType | null
  rules: readonly FileTypeRule[]
  expiresAt: string | null
}

type Job = Omit<UploadOrder, 'files' | 'rules'> & { file: File; isGuessed: boolean; abort: AbortController }

const filesAtOnce = 2
const firstPauseMs = 1_000
const maxPauseMs = 30_000

export const isOver = ({ state }: UploadItem): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled'

/**
 * Uploads outlive the page they were started on and continue while other pages are shown. What is
 * sent in parts waits for a line that broke and goes on by itself.
 */
function createUploadStore() {
  let items: readonly UploadItem[] = []
  let lastId = 0
  const jobs = new Map<number, Job>()
  const listeners = new Set<() => void>()

  function show(next: readonly UploadItem[]): void {
    items = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, patch: Partial<UploadItem>) =>
    show(items.map((item) => (item.id === id ? { ...item, ...patch } : item)))

  function pump(): void {
    const running = items.filter(({ state }) => state === 'sending' || state === 'finishing').length
    const next = items.filter(({ state }) => state === 'queued').slice(0, Math.max(0, filesAtOnce - running))
    for (const { id } of next) {
      change(id, { state: 'sending', error: null })
      void run(id)
    }
  }

  async function run(id: number): Promise<void> {
    const job = jobs.get(id)!
    for (let failures = 0; ; failures++) {
      try {
        const stored = await send(id, job)
        change(id, { state: 'done', sentBytes: job.file.size, error: null, fileId: stored.id })
        void refresh(job.projectId)
        break
      } catch (error) {
        if (job.abort.signal.aborted) change(id, { state: 'cancelled', error: null })
        else if (isMultipart(job) && isStoaError(error) && error.retryable) {
          change(id, { state: 'waiting', error })
          await onlineOrDelay(job.abort.signal, Math.min(maxPauseMs, firstPauseMs * 2 ** failures))
          if (!job.abort.signal.aborted) change(id, { state: 'sending', error: null })
          continue
        } else change(id, { state: 'failed', error })
        break
      }
    }
    pump()
  }

  async function send(id: number, job: Job) {
    const { api, owner, projectId, file, fileType, expiresAt } = job
    const sendAs = (type: FileType) =>
      sendFile({
        api: owner ? api.as(owner) : api,
        file,
        fileType: type,
        expiresAt,
        fingerprint: [projectId, owner ?? '', type, file.name, file.size, file.lastModified].join('\n'),
        signal: job.abort.signal,
        onProgress: (sentBytes) =>
          change(id, { sentBytes, state: sentBytes === file.size ? 'finishing' : 'sending' }),
      })
    job.abort.signal.throwIfAborted()
    try {
      return await sendAs(fileType ?? 'other')
    } catch (error) {
      // The browser guessed a wrong type: the file is stored all the same, as "other".
      if (!job.isGuessed || fileType === 'other' || !isStoaError(error)) throw error
      if (error.code !== 'unsupported_media_type') throw error
      job.fileType = 'other'
      return sendAs('other')
    }
  }

  function add({ files, rules, ...order }: UploadOrder): void {
    const added = files.map((file): UploadItem => {
      const id = ++lastId
      const fileType = order.fileType ?? guessType(file, rules)
      const isGuessed = order.fileType === null
      jobs.set(id, { ...order, file, fileType, isGuessed, abort: new AbortController() })
      const { owner } = order
      const facts = { name: file.name, sizeBytes: file.size, owner }
      return { id, ...facts, sentBytes: 0, state: 'queued', error: null, fileId: null }
    })
    show([...items, ...added])
    pump()
  }

  return {
    add,
    cancel(id: number): void {
      jobs.get(id)?.abort.abort(new Error('The upload was cancelled'))
      const item = items.find((each) => each.id === id)
      if (item?.state === 'queued') change(id, { state: 'cancelled' })
    },
    retry(id: number): void {
      const job = jobs.get(id)
      if (!job) return
      job.abort = new AbortController()
      change(id, { state: 'queued', sentBytes: 0, error: null })
      pump()
    },
    /** Takes away what is over. */
    clear(): void {
      for (const item of items.filter(isOver)) jobs.delete(item.id)
      show(items.filter((item) => !isOver(item)))
    },
    current: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const refresh = (projectId: string) =>
  Promise.all(
    [['files'], ['storage']].map((key) => queryClient.invalidateQueries({ queryKey: [projectId, ...key] })),
  )

/** Ends when the browser says that the line is back, when the pause is over, or when it was given up. */
function onlineOrDelay(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

export const uploads = createUploadStore()
