import type { Stoa } from '@stoa/sdk'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { useRead } from '../../../project.ts'

type LoadedDialogProps<T> = {
  title: string
  queryKey: QueryKey
  read(api: Stoa, signal: AbortSignal): Promise<T>
  onClose(): void
  children(loaded: T): ReactNode
}

/** A dialog for what lists have without its content: it is read when the dialog opens, and not again while it is edited. */
export function LoadedDialog<T>({ title, queryKey, read, onClose, children }: LoadedDialogProps<T>) {
  const [openedAt] = useState(Date.now)
  const { data, error, refetch } = useRead([...queryKey, openedAt], read)
  if (data !== undefined) return children(data)
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />}
    </Dialog>
  )
}
