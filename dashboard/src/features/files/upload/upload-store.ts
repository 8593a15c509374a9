import { type FileTypeRule, isStoaError, type Stoa, type StoredFile } from '@stoa/sdk'
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
  /** What happens with each file that is stored; the page that began the upload may be closed by then. */
  onStored?(file: StoredFile): void
}

type Job = Omit<UploadOrder, 'files' | 'rules'> & { file: File; isGuessed: boolean; abort: AbortController }

const concurrentFiles = 2
const firstPauseMs = 1_000
const maxPauseMs = 30_000

export const isOver = ({ state }: UploadItem): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled'

/** The shown state of all uploads. */
function createItemStore() {
  let items: readonly UploadItem[] = []
  const listeners = new Set<() => void>()
  const show = (next: readonly UploadItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    show,
    change: (id: number, patch: Partial<UploadItem>) =>
      show(items.map((item) => (item.id === id ? { ...item, ...patch } : item))),
    current: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Runs as many concurrent jobs as allowed; the returned function starts queued ones. */
function createQueue(jobs: ReadonlyMap<number, Job>, list: ReturnType<typeof createItemStore>): () => void {
  const { change } = list

  function pump(): void {
    const items = list.current()
    const running = items.filter(({ state }) => state === 'sending' || state === 'finishing').length
    const next = items
      .filter(({ state }) => state === 'queued')
      .slice(0, Math.max(0, concurrentFiles - running))
    for (const { id } of next) {
      change(id, { state: 'sending', error: null })
      void run(id)
    }
  }

  /** Waits and returns true where another attempt makes sense; records how it ended otherwise. */
  async function mayRetry(id: number, job: Job, error: unknown, failures: number): Promise<boolean> {
    const { signal } = job.abort
    if (!signal.aborted && isMultipart(job) && isStoaError(error) && error.retryable) {
      change(id, { state: 'waiting', error })
      await onlineOrDelay(signal, Math.min(maxPauseMs, firstPauseMs * 2 ** failures))
      if (!signal.aborted) change(id, { state: 'sending', error: null })
      return true
    }
    change(id, signal.aborted ? { state: 'cancelled', error: null } : { state: 'failed', error })
    return false
  }

  async function run(id: number): Promise<void> {
    const job = jobs.get(id)!
    for (let failures = 0; ; failures++) {
      try {
        const stored = await send(job, (sentBytes) =>
          change(id, { sentBytes, state: sentBytes === job.file.size ? 'finishing' : 'sending' }),
        )
        change(id, { state: 'done', sentBytes: job.file.size, error: null, fileId: stored.id })
        job.onStored?.(stored)
        void refresh(job.projectId)
        break
      } catch (error) {
        if (!(await mayRetry(id, job, error, failures))) break
      }
    }
    pump()
  }

  return pump
}

/**
 * Uploads outlive the page they were started on and continue while other pages are shown. What is
 * sent in parts waits for a lost connection and resumes by itself.
 */
function createUploadStore() {
  let lastId = 0
  const jobs = new Map<number, Job>()
  const list = createItemStore()
  const { change } = list
  const pump = createQueue(jobs, list)

  function add(order: UploadOrder): void {
    const added = order.files.map((file): UploadItem => {
      const id = ++lastId
      jobs.set(id, jobOf(file, order))
      const facts = { name: file.name, sizeBytes: file.size, owner: order.owner }
      return { id, ...facts, sentBytes: 0, state: 'queued', error: null, fileId: null }
    })
    list.show([...list.current(), ...added])
    pump()
  }

  return {
    add,
    cancel(id: number): void {
      jobs.get(id)?.abort.abort(new Error('The upload was cancelled'))
      const item = list.current().find((each) => each.id === id)
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
      for (const item of list.current().filter(isOver)) jobs.delete(item.id)
      list.show(list.current().filter((item) => !isOver(item)))
    },
    current: list.current,
    subscribe: list.subscribe,
  }
}

const jobOf = (file: File, { files: _, rules, ...order }: UploadOrder): Job => ({
  ...order,
  file,
  fileType: order.fileType ?? guessType(file, rules),
  isGuessed: order.fileType === null,
  abort: new AbortController(),
})

/** Sends the file of a job; reports the progress. */
async function send(job: Job, onProgress: (sentBytes: number) => void) {
  const { api, owner, projectId, file, fileType, expiresAt } = job
  const sendAs = (type: FileType) =>
    sendFile({
      api: owner ? api.as(owner) : api,
      file,
      fileType: type,
      expiresAt,
      fingerprint: [projectId, owner ?? '', type, file.name, file.size, file.lastModified].join('\n'),
      signal: job.abort.signal,
      onProgress,
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
