/** Which conversation a page continues: after a reload of the tab, or for longer where the page wants that. */
export function createStoredThread(agentId: string, isRemembered: boolean) {
  const name = `stoa-chat:${agentId}`
  // A browser may refuse storage altogether; then a reload begins a new conversation.
  const tried = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(isRemembered ? localStorage : sessionStorage)
    } catch {
      return null
    }
  }
  return {
    read: (): string | null => tried((storage) => storage.getItem(name)),
    write: (threadId: string | null): void => {
      tried((storage) => (threadId === null ? storage.removeItem(name) : storage.setItem(name, threadId)))
    },
  }
}

export type StoredThread = ReturnType<typeof createStoredThread>
