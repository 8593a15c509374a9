import { useEffect, useState } from 'react'
import { toasts } from '../feedback/toast-store.ts'

const copiedMs = 1_500

/** Browsers offer the clipboard only on https and on this machine; elsewhere an old way still works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'visually-hidden'
    // Inside an open dialog, since nothing outside of it can be selected.
    const host = document.querySelector('dialog[open]') ?? document.body
    host.append(area)
    area.select()
    const isDone = document.execCommand('copy')
    area.remove()
    return isDone
  }
}

export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await copyText(text)
    setCopied(isDone)
    if (!isDone) toasts.error('The browser blocked copying. Select the text and copy it manually.')
  }
  return { isCopied, copy }
}
