import { isStoaError, type Workflow } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { updatePath } from '../../../features/workflows/workflows-api.ts'
import type { EditorStore } from '../graph/editor-store.ts'
import type { FlowGraph } from '../graph/types.ts'
import { usePutWorkflow } from '../use-workflow.ts'
import { toApiGraph, toGraph } from './to-graph.ts'

/** Long enough for a word to be typed, short enough to lose little. */
const pauseMs = 900

export type Saving = {
  status: 'saved' | 'unsaved' | 'saving' | 'conflict' | 'failed'
  error: unknown
  /** Saves now; resolves when everything is saved or could not be. */
  flush(): Promise<boolean>
  /** After a conflict: with what another user has saved, or over it. */
  takeTheirs(): void
  keepMine(): void
}

const isConflict = (error: unknown) =>
  isStoaError(error) && (error.status === 412 || error.code === 'version_conflict')

type SavedState = { graph: FlowGraph; revision: number }

/**
 * Saves the graph as it is edited, one request at a time. Each names the revision that it was made from: what another
 * user has saved meanwhile is never overwritten without a decision.
 */
export function useSaving(store: EditorStore, workflow: Workflow, isReadOnly: boolean): Saving {
  const api = useApiAs()
  const put = usePutWorkflow()
  const saved = useRef<SavedState>({ graph: store.current().graph, revision: workflow.revision })
  const running = useRef<Promise<boolean> | null>(null)
  const [{ status, error }, setState] = useState<Pick<Saving, 'status' | 'error'>>({
    status: 'saved',
    error: null,
  })
  const latest = useRef(workflow)
  latest.current = workflow

  const send = async (): Promise<boolean> => {
    const { graph } = store.current()
    setState({ status: 'saving', error: null })
    try {
      const answer = await api.patch(updatePath, {
        params: { id: workflow.id },
        // One version for an editing session, not one for each pause.
        body: { graph: toApiGraph(graph), amend: true },
        ifMatch: saved.current.revision,
      })
      saved.current = { graph, revision: answer.revision }
      put(answer)
      const isDone = store.current().graph === graph
      setState({ status: isDone ? 'saved' : 'unsaved', error: null })
      return isDone ? true : await send()
    } catch (failure) {
      setState({ status: isConflict(failure) ? 'conflict' : 'failed', error: failure })
      return false
    }
  }
  const flush = async (): Promise<boolean> => {
    if (running.current) await running.current
    if (isReadOnly || store.current().graph === saved.current.graph) return true
    running.current = send().finally(() => {
      running.current = null
    })
    return running.current
  }
  const flushNow = useRef(flush)
  flushNow.current = flush

  useAutosave({ store, saved, setState, flushNow, isReadOnly })
  useOthersChanges({ store, saved, workflow })
  return {
    status,
    error,
    flush,
    takeTheirs() {
      const graph = toGraph(latest.current.graph)
      store.load(graph)
      saved.current = { graph: store.current().graph, revision: latest.current.revision }
      setState({ status: 'saved', error: null })
    },
    keepMine() {
      saved.current = { ...saved.current, revision: latest.current.revision }
      void flush()
    },
  }
}

type Autosave = {
  store: EditorStore
  saved: React.RefObject<SavedState>
  setState(change: (before: Pick<Saving, 'status' | 'error'>) => Pick<Saving, 'status' | 'error'>): void
  flushNow: React.RefObject<() => Promise<boolean>>
  isReadOnly: boolean
}

/** A pause after the last edit saves it; so does leaving the page. */
function useAutosave({ store, saved, setState, flushNow, isReadOnly }: Autosave): void {
  useEffect(() => {
    if (isReadOnly) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isUnsaved = () => store.current().graph !== saved.current.graph
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      if (!isUnsaved()) return
      setState((before) =>
        before.status === 'saving' || before.status === 'conflict'
          ? before
          : { status: 'unsaved', error: null },
      )
      timer = setTimeout(() => void flushNow.current(), pauseMs)
    })
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      window.removeEventListener('beforeunload', warn)
      void flushNow.current()
    }
  }, [store, isReadOnly])
}

type Others = { store: EditorStore; saved: React.RefObject<SavedState>; workflow: Workflow }

/** What another user has saved is shown immediately where no unsaved edit would be lost. */
function useOthersChanges({ store, saved, workflow }: Others): void {
  useEffect(() => {
    if (workflow.revision <= saved.current.revision || store.current().graph !== saved.current.graph) return
    const graph = toGraph(workflow.graph)
    const isSame = JSON.stringify(graph) === JSON.stringify(saved.current.graph)
    if (!isSame) store.load(graph)
    saved.current = { graph: store.current().graph, revision: workflow.revision }
  }, [workflow.revision])
}
