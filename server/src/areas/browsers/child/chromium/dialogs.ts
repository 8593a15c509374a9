import type { Dialog } from 'playwright-core'
import type { DialogWatch } from './dialog-watch.ts'

/** What the caller of the API has decided about the next one. */
export type DialogPolicy = { accept: boolean; text?: string | undefined }

// A client that decides does so immediately; one that never does must not stop the page.
const clientMs = 5_000

/**
 * Closes dialogs, which stop their page until then. While clients from outside are connected they are the first to decide: their
 * code fails on a dialog that is no longer there.
 */
export function createDialogs(watch: DialogWatch) {
  let policy: DialogPolicy | null = null
  let hasClients = () => false

  async function decidedByClient(closed: Promise<boolean> | null): Promise<boolean | null> {
    if (closed === null || !hasClients()) return null
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, clientMs, null)
    return Promise.race([closed, late]).finally(() => clearTimeout(timer))
  }

  return {
    leaveTo(isConnected: () => boolean): void {
      hasClients = isConnected
    },
    onNext(next: DialogPolicy): void {
      policy = next
    },
    async close(dialog: Dialog, onDecided: (accepted: boolean) => void): Promise<void> {
      const closed = watch.take({ type: dialog.type(), message: dialog.message() })
      const own = policy
      policy = null
      const decided = own === null ? await decidedByClient(closed) : null
      if (decided !== null) return onDecided(decided)
      const { accept, text } = own ?? { accept: dialog.type() === 'beforeunload' }
      onDecided(accept)
      await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined)
    },
  }
}

export type Dialogs = ReturnType<typeof createDialogs>
