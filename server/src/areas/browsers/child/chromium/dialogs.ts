import type { Dialog } from 'playwright-core'
import type { DialogWatch, SeenDialog } from './dialog-watch.ts'

/** What the caller of the API has decided about the next one. */
export type DialogPolicy = { accept: boolean; text?: string | undefined }

// A client that decides does so immediately; one that never does must not stop the page.
const clientMs = 5_000

/**
 * Closes dialogs, which stop their page until then. Clients from outside that the browser notifies of a dialog are the
 * first to decide: their code fails on a dialog that is no longer there.
 */
export function createDialogs(watch: DialogWatch, isLeft: (sessionId: string) => Promise<boolean>) {
  let policy: DialogPolicy | null = null

  async function decidedByClient(seen: SeenDialog | null): Promise<boolean | null> {
    if (seen === null) return null
    // A fast client may have closed it by then.
    if (!(await isLeft(seen.sessionId))) return Promise.race([seen.accepted, null])
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, clientMs, null)
    return Promise.race([seen.accepted, late]).finally(() => clearTimeout(timer))
  }

  return {
    onNext(next: DialogPolicy): void {
      policy = next
    },
    async close(dialog: Dialog, onDecided: (accepted: boolean) => void): Promise<void> {
      const seen = watch.take({ type: dialog.type(), message: dialog.message() })
      const own = policy
      policy = null
      const decided = own === null ? await decidedByClient(seen) : null
      if (decided !== null) return onDecided(decided)
      const { accept, text } = own ?? { accept: dialog.type() === 'beforeunload' }
      onDecided(accept)
      await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined)
    },
  }
}

export type Dialogs = ReturnType<typeof createDialogs>
