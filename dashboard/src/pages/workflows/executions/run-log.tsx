import type { WorkflowExecutionDetail } from '@stoa/sdk'
import { useEffect, useState } from 'react'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { executionEventsPath } from '../../../features/workflows/workflows-api.ts'
import { useProject } from '../../../project.ts'
import './run-log.css'

type LogLine = { id: string; event: string; at: string | null; data: Record<string, unknown> }

// More would only slow the page down; the API returns all of them.
const mostLines = 500
const batchMs = 100

/** The log of an execution as it was written, followed while it is open. */
export function RunLog({ execution }: { execution: WorkflowExecutionDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Log">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show every event</summary>
        {isOpen && <LogLines id={execution.id} startedAt={execution.startedAt} />}
      </details>
    </Card>
  )
}

function LogLines({ id, startedAt }: { id: string; startedAt: string }) {
  const { lines, error, isLoaded } = useLog(id)
  if (error !== null) return <ErrorAlert error={error} />
  if (!isLoaded && lines.length === 0) return <SkeletonLines count={4} />
  const shown = lines.slice(-mostLines)
  return (
    <>
      {lines.length > shown.length && (
        <p className="muted small">The last {shown.length} events are shown.</p>
      )}
      {lines.length <= 1 && <p className="muted small">Events are stored for a day after the end.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long log is scrolled with the arrow keys. */}
      <ol className="run-log" tabIndex={0}>
        {shown.map((line) => (
          <li key={line.id}>
            <LogLineView line={line} startedAt={startedAt} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** One line each; what an event holds is opened below it. */
function LogLineView({ line: { event, at, data }, startedAt }: { line: LogLine; startedAt: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>
        <span className="muted number">
          {at && `+${formatDuration(Date.parse(at) - Date.parse(startedAt))}`}
        </span>
        <code>{event}</code>
        {!isOpen && <code className="run-log-data muted truncate">{JSON.stringify(data)}</code>}
      </summary>
      {isOpen && <JsonTree value={data} label={event} />}
    </details>
  )
}

type Log = { lines: readonly LogLine[]; error: unknown; isLoaded: boolean }

function useLog(id: string): Log {
  const { api } = useProject()
  const [log, setLog] = useState<Log>({ lines: [], error: null, isLoaded: false })
  useEffect(() => {
    const line = new AbortController()
    const waiting: LogLine[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (isLoaded: boolean) => {
      clearTimeout(timer)
      timer = undefined
      const added = waiting.splice(0)
      if (!line.signal.aborted)
        setLog((before) => ({ ...before, isLoaded, lines: [...before.lines, ...added] }))
    }
    const read = async () => {
      const stream = actAs(api).events(executionEventsPath, { params: { id }, signal: line.signal })
      for await (const { id: number, event, data } of stream) {
        const { at = null, ...rest } = data as Record<string, unknown> & { at?: string }
        waiting.push({ id: number ?? String(waiting.length), event, at, data: rest })
        timer ??= setTimeout(() => show(false), batchMs)
      }
      show(true)
    }
    read().catch((error) => line.signal.aborted || setLog((before) => ({ ...before, error })))
    return () => {
      line.abort()
      clearTimeout(timer)
    }
  }, [api, id])
  return log
}
