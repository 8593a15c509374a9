import { useQuery } from '@tanstack/react-query'
import { stoa } from '../auth/session.ts'

/** Which installation this is: the host distinguishes a test server from production. */
export function VersionLine() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => {
      const response = await stoa.download('/healthz', { signal })
      return ((await response.json()) as { version: string }).version
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <p className="sidebar-version number truncate">
      {data ? `v${data} · ` : ''}
      {location.host}
    </p>
  )
}
