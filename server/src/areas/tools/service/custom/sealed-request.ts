import type { Scope } from '../../../../kernel/scope.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import type { Implementation } from '../../schema/tool.ts'
import { requestResponse, storedValues } from './static-secrets.ts'

type StoredValues = ReturnType<typeof storedValues>

/**
 * Static values of a custom tool's request that may be secret are sealed at rest: the stored request contains the
 * placeholder that readers see, beside it the values, which can be opened for this tool alone. Versions of a tool share
 * its id.
 */
export function createRequestSealer(sealer: Pick<Sealer, 'seal' | 'openText'>) {
  const contextOf = ({ projectId }: Pick<Scope, 'projectId'>, toolId: string) => ({
    projectId,
    purpose: 'tool-request',
    rowId: toolId,
  })
  return {
    seal(
      scope: Pick<Scope, 'projectId'>,
      toolId: string,
      implementation: Implementation | null,
    ): Implementation | null {
      if (implementation?.kind !== 'http') return implementation
      const values = storedValues(implementation)
      const isEmpty = Object.keys(values.headers).length + Object.keys(values.query).length === 0
      const sealed = isEmpty ? null : sealer.seal(contextOf(scope, toolId), JSON.stringify(values))
      return { ...requestResponse(implementation), sealed }
    },
    /** As it is sent. Requests that were stored before values were sealed are as they are. */
    open(
      scope: Pick<Scope, 'projectId'>,
      toolId: string,
      implementation: Implementation | null,
    ): Implementation | null {
      if (implementation?.kind !== 'http') return implementation
      const { sealed, ...http } = implementation
      if (typeof sealed !== 'string') return http
      const values = JSON.parse(sealer.openText(contextOf(scope, toolId), sealed)) as StoredValues
      return {
        ...http,
        headers: { ...http.headers, ...values.headers },
        query: { ...http.query, ...values.query },
      }
    },
  }
}

export type RequestSealer = ReturnType<typeof createRequestSealer>
