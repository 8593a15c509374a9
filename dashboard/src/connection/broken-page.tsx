import { useEffect, useState } from 'react'
import { Button } from '../components/actions/button.tsx'
import { ErrorAlert } from '../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../components/feedback/skeleton.tsx'
import { Page } from '../components/layout/page.tsx'
import { ChunkError } from './load-chunk.ts'
import { mayReload } from './reload-guard.ts'

/** Replaces a page that crashed; the navigation around it stays. A page of an older version replaces itself. */
export function BrokenPage({ error, retry }: { error: unknown; retry(): void }) {
  const isOutdated = error instanceof ChunkError
  const [isShown, setShown] = useState(!isOutdated)
  useEffect(() => {
    if (isOutdated && mayReload(() => sessionStorage, Date.now())) location.reload()
    else setShown(true)
  }, [isOutdated])
  if (!isShown) {
    return (
      <div className="page">
        <SkeletonLines count={6} />
      </div>
    )
  }
  return (
    <Page title="Something went wrong on this page" width="narrow">
      {isOutdated ? (
        <ErrorAlert error={error}>
          <Button onClick={() => location.reload()}>Reload</Button>
        </ErrorAlert>
      ) : (
        <ErrorAlert error={error} retry={retry} />
      )}
    </Page>
  )
}
