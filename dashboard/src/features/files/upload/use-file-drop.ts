import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** The files among what was dropped. A folder looks like a file until it is read, so its entry is checked. */
function filesIn(transfer: DataTransfer): File[] {
  const entries = [...transfer.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const folders = entries.filter(({ entry }) => entry?.isDirectory)
  if (folders.length > 0) toasts.error('Folders are not supported. Open the folder and drop the files in it.')
  return entries.flatMap(({ entry, file }) => (file && !entry?.isDirectory ? [file] : []))
}

/** Files may be dropped anywhere on the page while it is open. Returns whether files are being dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => unknown): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without this the browser would open the file in place of the page.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      const files = filesIn(event.dataTransfer)
      if (files.length > 0) latest.current(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
