import type { Credentials, Toolkits } from '../../toolkits/index.ts'
import type { RemoteTarget } from './remote-server.ts'

/**
 * The server as the account of an end user calls it. Its credentials go to the hosts of its toolkit alone; what the caller
 * itself has proven itself with is never passed on.
 */
export function signedTarget(
  { sign }: Pick<Toolkits, 'sign'>,
  target: RemoteTarget,
  credentials: Credentials | null,
): RemoteTarget {
  if (!credentials) return target
  const { url, headers } = sign({ url: target.url, headers: target.headers }, credentials)
  return { ...target, url, headers }
}
