import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { SkeletonLines } from '../feedback/skeleton.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

/** Sends one request per press: a re-render or a refocused window sends none. */
export function useProbe<T>(ask: () => Promise<T>) {
  const id = useId()
  const [count, setCount] = useState(1)
  const { data, error, isFetching } = useQuery({
    queryKey: ['probe', id, count],
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { data, error, isFetching, again: () => setCount((before) => before + 1) }
}

type ProbeDialogProps<T> = {
  title: string
  ask(): Promise<T>
  children(outcome: T): ReactNode
  onClose(): void
}

/** Calls another service as soon as it opens, and shows the result. */
export function ProbeDialog<T>({ title, ask, children, onClose }: ProbeDialogProps<T>) {
  const { data, error, isFetching, again } = useProbe(ask)
  return (
    <Dialog title={title} onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={3} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        data !== undefined && children(data)
      )}
      <DialogFoot>
        <Button isBusy={isFetching} onClick={again}>
          Test again
        </Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
