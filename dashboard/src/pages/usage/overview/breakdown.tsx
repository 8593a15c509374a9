import { Link } from '@tanstack/react-router'
import { Meter } from '../../../components/charts/meter.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { useToolNames } from '../../../features/tools/use-tool-names.ts'
import type { DayRange } from '../../../features/usage/date-range.ts'
import { typeNameOf } from '../../../features/usage/usage-types.ts'
import { writeFilters } from '../../../filters.ts'
import { useProject, useRead } from '../../../project.ts'
import { usageRoutes } from '../routes.ts'
import { readGroups, type Split } from './read-usage-series.ts'
import './breakdown.css'

const kinds: Record<Split, { title: string; none: string; filter: string }> = {
  type: { title: 'By type', none: 'No type', filter: 'type' },
  model: { title: 'By model', none: 'No model', filter: 'model' },
  tool: { title: 'By tool', none: 'No tool', filter: 'toolSlug' },
  eUID: { title: 'By end user', none: 'No end user', filter: 'eUID' },
}

const most = 6

// A day without a time would be one of the time zone that the ledger is read in.
const utcTimes = ({ from, to }: DayRange) => ({ from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` })

type BreakdownProps = { split: Split; range: DayRange; eUID: string | undefined }

/** The largest of one kind, each with its share and the entries behind it. */
export function Breakdown({ split, range, eUID }: BreakdownProps) {
  const { project } = useProject()
  const { title, none, filter } = kinds[split]
  const groups = useRead(
    ['usage', 'groups', split, range.from, range.to, eUID],
    (api, signal) => readGroups(api, range, split, { eUID }, most, signal),
    { keepsPrevious: true, refetchInterval: 30_000 },
  )
  const names = useEndUserNames(split === 'eUID' ? (groups.data?.map(({ group }) => group) ?? []) : [])
  const tools = useToolNames(split === 'tool' ? (groups.data?.flatMap(({ group }) => group ?? []) ?? []) : [])
  const nameOf = (group: string) =>
    split === 'type'
      ? typeNameOf(group)
      : split !== 'eUID'
        ? (tools(group) ?? group)
        : group === project.id
          ? 'The project itself'
          : (names(group) ?? `…${group.slice(-8)}`)
  const used = groups.data?.filter(({ credits }) => credits !== 0)
  const largest = Math.max(0, ...(used?.map(({ credits }) => credits) ?? []))
  return (
    <Card title={title}>
      {used === undefined ? (
        groups.error ? (
          <ErrorAlert error={groups.error} retry={() => void groups.refetch()} />
        ) : (
          <SkeletonLines count={4} />
        )
      ) : used.length === 0 ? (
        <p className="muted">No usage in this period.</p>
      ) : (
        <table className="shares" aria-label={title}>
          <colgroup>
            <col className="share-column" />
            <col />
            <col />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">Credits</th>
              <th scope="col">Entries</th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ group, credits, usdCost, entries }) => (
              <tr key={group ?? ''}>
                <td>
                  <span className="share-name truncate">
                    {group === null ? (
                      <span className="muted">{none}</span>
                    ) : (
                      <Link
                        to={usageRoutes.ledger + writeFilters({ eUID, ...utcTimes(range), [filter]: group })}
                      >
                        {nameOf(group)}
                      </Link>
                    )}
                  </span>
                  <Meter value={credits} of={largest} />
                </td>
                <td className="number" title={`$${formatAmount(usdCost)}`}>
                  {formatAmount(credits)}
                </td>
                <td className="number muted">{formatAmount(entries)}×</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
