import type { ReactNode } from 'react'

export type Toast = {
  id: number
  kind: 'good' | 'bad'
  text: ReactNode
  action?: { label: string; run(): void }
}

const stayMs = 6_000

/** What was just done, told in passing. Faults stay until they are dismissed: they must not be missed. */
function createToastStore() {
  let shown: readonly Toast[] = []
  let lastId = 0
  const watchers = new Set<() => void>()
  const change = (next: readonly Toast[]) => {
    shown = next
    for (const watcher of watchers) watcher()
  }
  const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id))
  const show = (toast: Omit<Toast, 'id'>) => {
    const id = ++lastId
    change([...shown.slice(-3), { ...toast, id }])
    if (toast.kind === 'good') setTimeout(() => dismiss(id), stayMs)
  }
  return {
    dismiss,
    tell: (text: ReactNode, action?: Toast['action']) =>
      show({ kind: 'good', text, ...(action ? { action } : {}) }),
    warn: (text: ReactNode) => show({ kind: 'bad', text }),
    current: () => shown,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
  }
}

export const toasts = createToastStore()
