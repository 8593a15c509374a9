import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { SkeletonLines } from '../feedback/skeleton.tsx'
import { Page, type PageProps } from './page.tsx'

type DetailPageProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The title until the object is loaded: what kind of object it is. */
  kind: string
  back: NonNullable<PageProps['back']>
  head(loaded: T): Omit<PageProps, 'back' | 'children'>
  children(loaded: T): ReactNode
}

/** The page of one object in all its states: loading, error and loaded. The link back is in every one of them. */
export function DetailPage<T>({ query: { data, error, refetch }, kind, back, ...rest }: DetailPageProps<T>) {
  if (data === undefined)
    return (
      <Page title={kind} back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  return (
    <Page {...rest.head(data)} back={back}>
      {rest.children(data)}
    </Page>
  )
}
