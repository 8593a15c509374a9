import type { Scope } from '../../../kernel/scope.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { RemoteRow } from '../store/toolkit.ts'
import type { RemoteTarget } from './remote-server.ts'

type Headers = Readonly<Record<string, string>>

const contextOf = ({ projectId }: Scope, rowId: string) => ({
  projectId,
  purpose: 'mcp-toolkit-headers',
  rowId,
})

/** Headers of other MCP servers are credentials of the project. */
export const createHeaderSeal = (sealer: Sealer) => ({
  seal: (scope: Scope, toolkitId: string, headers: Headers): string | null =>
    Object.keys(headers).length === 0
      ? null
      : sealer.seal(contextOf(scope, toolkitId), JSON.stringify(headers)),
  open: (scope: Scope, { toolkitId, url, transport, headers }: RemoteRow): RemoteTarget => ({
    url,
    transport,
    headers:
      headers === null ? {} : (JSON.parse(sealer.openText(contextOf(scope, toolkitId), headers)) as Headers),
  }),
})

export type HeaderSeal = ReturnType<typeof createHeaderSeal>
