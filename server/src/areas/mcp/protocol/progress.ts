import type { ServerContext } from '@modelcontextprotocol/server'

const intervalMs = 10_000

/** Keeps a client that wants progress from giving up on a long call. */
export async function withProgress<Result>(
  { mcpReq }: ServerContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return work()
  let progress = 0
  const report = () =>
    mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken, progress: progress++, message: 'The tool is running.' },
      })
      // The client has left: the call ends by its signal.
      .catch(() => undefined)
  await report()
  const timer = setInterval(report, intervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
