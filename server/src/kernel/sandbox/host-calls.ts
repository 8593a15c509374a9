import { AppError } from '../errors.ts'
import type { HostCalls } from './driver.ts'
import { sandboxLimits } from './protocol/limits.ts'
import type { Message, Reply } from './protocol/messages.ts'

// They are read on the main thread; what is large travels in the body of a call.
const maxArgsLength = 256 * 1024

/** Serves one call of a script. Never rejects: failures are passed to the script as a message. */
export async function serveCall(
  calls: HostCalls,
  message: Extract<Message, { t: 'call' }>,
  body: Buffer | null,
  signal: AbortSignal,
): Promise<{ reply: Reply; body: Uint8Array | null }> {
  const { call, method } = message
  const refuse = (text: string) => ({
    reply: { op: 'reply', call, ok: false, value: text } as const,
    body: null,
  })
  if (message.args.length > maxArgsLength) return refuse('the arguments of the call are too large')
  if (!Object.hasOwn(calls, method)) return refuse(`there is no host call "${method}"`)
  try {
    const result = await calls[method]!(JSON.parse(message.args), body, signal)
    const value = JSON.stringify(result.value ?? null)
    const resultBody = result.body ?? null
    if (value.length + (resultBody?.length ?? 0) > sandboxLimits.callBytes)
      return refuse('the response is too large for a script')
    return { reply: { op: 'reply', call, ok: true, value }, body: resultBody }
  } catch (error) {
    return refuse(textOf(error))
  }
}

/** Our own errors are meant for the caller; the details of any other are hidden. */
function textOf(error: unknown): string {
  if (error instanceof AppError) return [error.message, error.extras.hint].filter(Boolean).join(' ')
  return 'the call failed'
}
