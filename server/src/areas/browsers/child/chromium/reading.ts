import { AsyncLocalStorage } from 'node:async_hooks'
import type { CdpMessage } from '../../protocol/messages.ts'

const reads = new AsyncLocalStorage<true>()

/**
 * Playwright evaluates as if the user had acted, which lets a page do more: a script can interrupt the navigation of a
 * client. What we read by ourselves is no act of anyone.
 */
export const reading = <T>(work: () => T): T => reads.run(true, work)

/** A message of Playwright, as it goes to the browser. */
export const asRead = (message: CdpMessage): CdpMessage =>
  reads.getStore() && message.params?.userGesture === true
    ? { ...message, params: { ...message.params, userGesture: false } }
    : message
