import type { LlmCallDetail, UsageEntry } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { EntryDetails } from '../../../features/usage/entry-details.tsx'
import { useRead } from '../../../project.ts'

const minuteMs = 60_000
const entryLimit = 100

const isEntry = (item: object): item is UsageEntry => 'delta' in item

/** What the call was charged. Entries are not found by their work, so its model and time narrow them down first. */
export function LedgerEntry({ call }: { call: LlmCallDetail }) {
  const [isOpen, setOpen] = useState(false)
  const nameOf = useEndUserNames([call.eUID])
  const hasEnded = call.endedAt !== null
  const { data, isPending } = useRead(
    ['usage', 'of-call', call.id, hasEnded],
    async (api, signal) => {
      const query = {
        type: 'ai_model',
        from: new Date(Date.parse(call.createdAt) - minuteMs),
        to: new Date(Date.parse(call.endedAt ?? call.createdAt) + minuteMs),
        limit: entryLimit,
        ...(call.servedModel === null ? {} : { model: call.servedModel }),
      } as const
      const entries = await api.get('/api/v1/usage', { query, signal })
      return entries.filter(isEntry).find(({ workId }) => workId === `llm:${call.id}`) ?? null
    },
    { isEnabled: hasEnded },
  )
  if (!hasEnded) return <span className="muted">pending</span>
  if (isPending) return <Skeleton width="80px" />
  if (!data) return <span className="muted">no entry (free)</span>
  return (
    <span className="ledger-entry">
      <Button variant="ghost" onClick={() => setOpen(true)}>
        {formatAmount(Math.abs(data.delta))} credits
      </Button>
      {isOpen && (
        <EntryDetails
          entry={data}
          userName={data.eUID === null ? undefined : nameOf(data.eUID)}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
