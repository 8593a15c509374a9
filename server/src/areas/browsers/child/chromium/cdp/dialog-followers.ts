import type { CdpMessage } from '../../../protocol/messages.ts'

/** Which sessions get the dialogs of their page: those that enabled its events before a dialog opened. */
export function createDialogFollowers() {
  const pages = new Map<string, string>()
  const following = new Set<string>()
  return {
    attached(sessionId: string, targetId: string): void {
      pages.set(sessionId, targetId)
    },
    noteSent({ method }: CdpMessage, sessionId: string): void {
      if (method === 'Page.enable') following.add(sessionId)
      if (method === 'Page.disable') following.delete(sessionId)
    },
    left(sessionId: string): void {
      pages.delete(sessionId)
      following.delete(sessionId)
    },
    /** Whether any other session gets the dialogs that this one gets. */
    hasOthers(sessionId: string): boolean {
      const page = pages.get(sessionId)
      return [...following].some((each) => each !== sessionId && pages.get(each) === page)
    },
  }
}
