import { useEffect, useState } from 'react'
import { toasts } from '../feedback/toast-store.ts'
import { clipboardBlocked, writeToClipboard } from './clipboard.ts'

const copiedMs = 1_500

export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await writeToClipboard(text)
    setCopied(isDone)
    if (!isDone) toasts.error(clipboardBlocked)
  }
  return { isCopied, copy }
}
