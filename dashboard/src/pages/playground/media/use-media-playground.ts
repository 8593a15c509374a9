import type { MediaJob } from '@stoa/sdk'
import { useRef, useState } from 'react'
import type { MediaKind } from '../../../features/media/media-kinds.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { useTabState } from '../../../state/use-tab-state.ts'
import {
  bodyOf,
  emptyMediaPlayground,
  type MediaDraft,
  type MediaPlayground,
  mediaPaths,
  restoreMediaPlayground,
} from './media-draft.ts'

type Patch = Partial<MediaDraft> | ((before: MediaDraft) => Partial<MediaDraft>)

/** What is typed for one kind of media in this tab, and what was made of it last. */
export function useMediaPlayground(kind: MediaKind) {
  const { api } = useProject()
  const refresh = useRefresh()
  const { value, change, read } = useTabState<MediaPlayground>(
    `media-${kind}`,
    emptyMediaPlayground,
    restoreMediaPlayground,
  )
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const changeDraft = (patch: Patch) =>
    change(({ draft, jobId }) => ({
      jobId,
      draft: { ...draft, ...(typeof patch === 'function' ? patch(draft) : patch) },
    }))

  /** Creates the job and polls it: long jobs are not awaited in one request. */
  const make = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const { draft } = read()
    const user = draft.user.trim()
    try {
      const body = { ...bodyOf(kind, draft), wait: 0 }
      const acting = user === '' ? api : api.as(user)
      const job: MediaJob = await acting.post(mediaPaths[kind], { body: body as never })
      change((before) => ({ ...before, jobId: job.id }))
    } catch (error) {
      setFailure(error)
    } finally {
      isRunning.current = false
      setBusy(false)
      void refresh(['llm', 'media'], ['usage'])
    }
  }

  return {
    ...value,
    changeDraft,
    failure,
    isBusy,
    make: () => void make(),
    /** Puts another draft in the place of this one, with what was made of it. */
    take: (playground: MediaPlayground) => change(() => playground),
  }
}
