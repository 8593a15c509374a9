import type { CallRequest } from '../../llm/index.ts'
import type { Loop } from './loop.ts'

const [leastRatio, greatestRatio] = [0.2, 2]

/** How far the estimate was from what the provider counted, for the next one. */
export function calibrate(loop: Loop, estimate: number, reported: number | undefined): void {
  if (reported && estimate > 0)
    loop.calibration = Math.min(greatestRatio, Math.max(leastRatio, reported / estimate))
}

export const estimateOf = ({ deps, toolsText }: Loop, { messages }: Pick<CallRequest, 'messages'>): number =>
  deps.llm.estimateTokens(messages, toolsText)

/**
 * Whether a request is larger than the window. The estimate is never far below the truth, so that only what exceeds it is
 * looked at again: by what the provider reported for the call before, else by counting.
 */
export async function exceedsWindow(loop: Loop, request: Pick<CallRequest, 'messages'>): Promise<boolean> {
  const { window, calibration, deps, toolsText } = loop
  const estimate = estimateOf(loop, request)
  if (calibration !== null) return estimate * calibration > window.tokens
  if (estimate <= window.tokens) return false
  return (await deps.llm.countTokens(request.messages, toolsText)) > window.tokens
}
