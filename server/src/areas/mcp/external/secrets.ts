import type { Scope } from '../../../kernel/scope.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { RemoteRow } from '../store/toolkit.ts'
import type { RemoteTarget } from './remote-server.ts'
import type { StdioOwner } from './stdio/stdio-servers.ts'

type Headers = Readonly<Record<string, string>>

const contextOf = ({ projectId }: Scope, rowId: string) => ({
  projectId,
  purpose: 'mcp-toolkit-headers',
  rowId,
})

/** The process of a stdio server is not shared by end users. */
export const ownerOf = ({ projectId, externalUser }: Scope): StdioOwner => ({
  projectId,
  userId: externalUser.id,
})

type Sealed = Pick<RemoteRow, 'toolkitId' | 'headers'>

/** Headers of other MCP servers are credentials of the project. */
export function createHeaderSeal(sealer: Sealer) {
  const opened = (scope: Scope, { toolkitId, headers }: Sealed): Headers =>
    headers === null ? {} : (JSON.parse(sealer.openText(contextOf(scope, toolkitId), headers)) as Headers)

  return {
    seal: (scope: Scope, toolkitId: string, headers: Headers): string | null =>
      Object.keys(headers).length === 0
        ? null
        : sealer.seal(contextOf(scope, toolkitId), JSON.stringify(headers)),
    open: (scope: Scope, { url, transport, ...sealed }: RemoteRow): RemoteTarget => ({
      url,
      transport,
      headers: opened(scope, sealed),
      owner: ownerOf(scope),
    }),
    /** Their names, without anything of their values. */
    masked: (scope: Scope, sealed: Sealed): Record<string, string> =>
      Object.fromEntries(Object.keys(opened(scope, sealed)).map((name) => [name, '***'])),
  }
}

export type HeaderSeal = ReturnType<typeof createHeaderSeal>
