import type { CdpMessage } from '../../protocol/messages.ts'

type Facts = { type: string; message: string }
type Seen = Facts & {
  sessionId: string
  accepted: PromiseWithResolvers<boolean>
  isTaken: boolean
  isClosed: boolean
}

/** The session that it was seen in, and whether it was accepted, once it is closed. */
export type SeenDialog = { sessionId: string; accepted: Promise<boolean> }

// Nearly all are taken as soon as they open.
const maxSeen = 100

/** How dialogs were closed, by our automation or by others: Playwright does not say it. */
export function createDialogWatch() {
  let seen: Seen[] = []
  const forget = () => {
    seen = seen.filter(({ isTaken, isClosed }) => !isTaken || !isClosed).slice(-maxSeen)
  }

  return {
    noteReceived({ method, params = {}, sessionId = '' }: CdpMessage): void {
      if (method === 'Page.javascriptDialogOpening') {
        const facts = { type: String(params.type), message: String(params.message), sessionId }
        seen.push({ ...facts, accepted: Promise.withResolvers(), isTaken: false, isClosed: false })
      } else if (method === 'Page.javascriptDialogClosed') {
        const dialog = seen.find((each) => !each.isClosed && each.sessionId === sessionId)
        if (!dialog) return
        dialog.isClosed = true
        dialog.accepted.resolve(params.result === true)
        forget()
      }
    },
    /** Null for one that was not seen. Called once for each. */
    take({ type, message }: Facts): SeenDialog | null {
      const dialog = seen.find((each) => !each.isTaken && each.type === type && each.message === message)
      if (!dialog) return null
      dialog.isTaken = true
      forget()
      return { sessionId: dialog.sessionId, accepted: dialog.accepted.promise }
    },
  }
}

export type DialogWatch = ReturnType<typeof createDialogWatch>
