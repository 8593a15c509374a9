import type { CdpMessage } from '../../../protocol/messages.ts'

/** Which sessions the browser has notified of a dialog that is open. */
export function createDialogFollowers() {
  const pages = new Map<string, string>()
  const notified = new Set<string>()
  return {
    attached(sessionId: string, targetId: string): void {
      pages.set(sessionId, targetId)
    },
    noteReceived({ method, sessionId = '' }: CdpMessage): void {
      if (method === 'Page.javascriptDialogOpening') notified.add(sessionId)
      if (method === 'Page.javascriptDialogClosed') notified.delete(sessionId)
    },
    left(sessionId: string): void {
      pages.delete(sessionId)
      notified.delete(sessionId)
    },
    /** Whether any other session got the dialog that this one got. */
    hasOthers(sessionId: string): boolean {
      const page = pages.get(sessionId)
      return [...notified].some((each) => each !== sessionId && pages.get(each) === page)
    },
  }
}
