import { useQuery } from '@tanstack/react-query'
import { stoa } from '../../auth/session.ts'
import type { OpenApiDocument } from './spec/document.ts'
import { readSpec, type Spec } from './spec/spec.ts'

/** The description of the API that this server serves. It is large and cannot change while the server runs. */
export const useSpec = () =>
  useQuery<Spec>({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await stoa.raw('GET', '/api/v1/openapi.json', { signal })
      return readSpec((await response.json()) as OpenApiDocument)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Comparing two documents of a megabyte would take longer than drawing the page again.
    structuralSharing: false,
  })
