import { useQuery } from '@tanstack/react-query'
import { stoa } from '../../auth/session.ts'

type Description = { paths: Record<string, Record<string, { 'x-permission'?: string }>> }

/** Every permission that an endpoint requires, from the OpenAPI document; undefined while it loads. */
export const usePermissions = (): readonly string[] | undefined =>
  useQuery({
    queryKey: ['permissions'],
    queryFn: async ({ signal }) => {
      const response = await stoa.download('/api/v1/openapi.json', { signal })
      const { paths } = (await response.json()) as Description
      const named = Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation['x-permission'] ?? []),
      )
      return [...new Set(named)].sort()
    },
    staleTime: Number.POSITIVE_INFINITY,
  }).data
