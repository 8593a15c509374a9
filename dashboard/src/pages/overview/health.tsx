import { isStoaError } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { stoa } from '../../auth/session.ts'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Card } from '../../components/layout/page.tsx'

type Readiness = { status: string; checks: Record<string, string> }

/** The dependencies of the server, polled often enough to see a restart as it happens. */
export function Health() {
  const { data, error } = useQuery({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => {
      const response = await stoa.download('/readyz', { signal, retries: 0 })
      return (await response.json()) as Readiness
    },
    refetchInterval: 5_000,
  })
  return (
    <Card title="Health">
      {error ? (
        <Status kind="bad">
          {isStoaError(error) && error.status === 503 ? 'Running, not ready' : 'Not reachable'}
        </Status>
      ) : data ? (
        <ul className="checks">
          {Object.entries(data.checks).map(([name, note]) => (
            <li key={name}>
              <span>{name.charAt(0).toUpperCase() + name.slice(1)}</span>
              <Status kind={note === 'ok' ? 'good' : 'bad'}>{note === 'ok' ? 'Operational' : note}</Status>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
