import type { ReactNode } from 'react'

export type Toast = {
  id: number
  kind: 'good' | 'bad'
  text: ReactNode
  action?: { label: string; run(): void }
}

const stayMs = 6_000

/** Short notices about what was just done. Errors stay until they are dismissed: they must not be missed. */
function createToastStore() {
  let shown: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id))
  const show = (toast: Omit<Toast, 'id'>) => {
    const id = ++lastId
    change([...shown.slice(-3), { ...toast, id }])
    if (toast.kind === 'good') setTimeout(() => dismiss(id), stayMs)
  }
  return {
    dismiss,
    success: (text: ReactNode, action?: Toast['action']) =>
      show({ kind: 'good', text, ...(action ? { action } : {}) }),
    error: (text: ReactNode) => show({ kind: 'bad', text }),
    current: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const toasts = createToastStore()
