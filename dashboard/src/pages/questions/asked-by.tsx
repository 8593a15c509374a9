import type { HumanRequest, Stoa } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useRead } from '../../project.tsx'
import { logPath, logsPath, runsOf, toolRunAddress } from '../tools/tool-paths.ts'

// The run has begun shortly before its question was written down.
const beforeMs = 60_000
const afterMs = 1_000
const mostLookedAt = 5

/** A question does not carry the run it was asked in: it is the one whose result names it. */
async function runThatAsked(api: Stoa, { id, createdAt }: HumanRequest, signal: AbortSignal) {
  const at = new Date(createdAt).getTime()
  const runs = await runsOf(api).get(logsPath, {
    query: {
      toolSlug: 'human_ask',
      from: new Date(at - beforeMs).toISOString(),
      to: new Date(at + afterMs).toISOString(),
      limit: mostLookedAt,
    },
    signal,
  })
  for (const { id: logId } of runs) {
    const { result } = await runsOf(api).get(logPath, { params: { logId }, signal })
    if (JSON.stringify(result ?? null).includes(id)) return logId
  }
  return null
}

export function AskedBy({ question }: { question: HumanRequest }) {
  const { data: logId, error } = useRead(['questions', 'one', question.id, 'run'], (api, signal) =>
    runThatAsked(api, question, signal),
  )
  if (logId === undefined && !error) return <Skeleton width="96px" />
  return logId ? (
    <Link to={toolRunAddress(logId)}>run …{logId.slice(-8)}</Link>
  ) : (
    <span className="muted" title="Its result is not kept, or was asked too long ago.">
      a run that is not kept
    </span>
  )
}
