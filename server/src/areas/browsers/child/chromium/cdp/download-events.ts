import type { CdpMessage } from '../../../protocol/messages.ts'

const methods: ReadonlySet<string> = new Set(['Browser.downloadWillBegin', 'Browser.downloadProgress'])

/** The events of downloads, which the browser sends to our automation alone, for the clients as well. */
export function createDownloadEvents() {
  const listeners = new Set<(event: CdpMessage) => void>()
  return {
    noteReceived({ method = '', params = {}, sessionId }: CdpMessage): void {
      if (sessionId !== undefined || !methods.has(method)) return
      // Where files of the machine are is none of theirs.
      const { filePath: _, ...rest } = params
      for (const listener of listeners) listener({ method, params: rest })
    },
    listen(listener: (event: CdpMessage) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type DownloadEvents = ReturnType<typeof createDownloadEvents>
