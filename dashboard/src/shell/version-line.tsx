import { useQuery } from '@tanstack/react-query'
import { stoa } from '../auth/session.ts'

/** Which installation this is: the address tells a test server from the real one. */
export function VersionLine() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => {
      const answer = await stoa.download('/healthz', { signal })
      return ((await answer.json()) as { version: string }).version
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <p className="side-version number truncate">
      {data ? `v${data} · ` : ''}
      {location.host}
    </p>
  )
}
