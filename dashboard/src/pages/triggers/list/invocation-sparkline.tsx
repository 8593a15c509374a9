import type { TriggerStatistics } from '@stoa/sdk'
import { Sparkline } from '../../../components/charts/sparkline.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { statisticsPath } from '../../../features/triggers/triggers-api.ts'
import { useRead } from '../../../project.ts'
import './invocation-sparkline.css'

type Days = TriggerStatistics['days']

/** How often triggers were invoked per day: one request for all that are listed. */
export function useStatistics(triggerIds: readonly string[]): (triggerId: string) => Days | undefined {
  const ids = triggerIds.toSorted()
  const { data } = useRead(
    ['triggers', 'statistics', ids],
    (api, signal) => actAs(api).get(statisticsPath, { query: { triggerIds: ids }, signal }),
    { isEnabled: ids.length > 0, keepsPrevious: true, refetchInterval: 15_000 },
  )
  const byId = new Map(data?.map(({ triggerId, days }) => [triggerId, days]))
  return (triggerId) => byId.get(triggerId)
}

const nameOf = ({ day, invocations, failed }: Days[number]) =>
  `${day}: ${pluralize(invocations, 'invocation')}${failed > 0 ? `, ${failed} failed` : ''}`

export function InvocationSparkline({ days }: { days: Days | undefined }) {
  if (!days) return null
  const total = days.reduce((sum, { invocations }) => sum + invocations, 0)
  return (
    <span className="invocation-sparkline">
      <Sparkline
        label={`${pluralize(total, 'invocation')} in ${days.length} days`}
        values={days.map(({ invocations }) => invocations)}
        nameOf={(index) => nameOf(days[index]!)}
      />
    </span>
  )
}
