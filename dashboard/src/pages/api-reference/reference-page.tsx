import { useEffect, useMemo, useRef, useState } from 'react'
import { Drawer } from '../../components/dialog/drawer.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DocsBar } from '../../features/docs/docs-bar.tsx'
import { useLetterKeys } from '../../features/docs/use-letter-keys.ts'
import { OperationList } from './list/operation-list.tsx'
import { GettingStarted } from './read/getting-started.tsx'
import { OperationView } from './read/operation-view.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { describeOperation, type Operation } from './spec/operation.ts'
import { TryPanel } from './try/try-panel.tsx'
import { useCaller } from './try/use-caller.ts'
import type { Drafts } from './try/use-draft.ts'
import { useOperations } from './use-operations.ts'
import { useSpec } from './use-spec.ts'
import './reference-page.css'

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('.reference-list [data-filter]')
  search?.focus()
  search?.select()
}

/** Reads and tries the API, with or without an account. */
export function ReferencePage() {
  const { data: spec, error, refetch } = useSpec()
  const { query, setQuery, found, current, named, move, openFirst } = useOperations(spec)
  const operation = useMemo(() => spec && current && describeOperation(spec, current), [spec, current])
  const caller = useCaller()
  const drafts = useRef<Drafts>(new Map())
  const [overlay, setOverlay] = useState<'list' | 'keys' | null>(null)
  const close = () => setOverlay(null)
  const [hasLetters, setLetters] = useLetterKeys({
    '/': focusSearch,
    j: () => move(1),
    k: () => move(-1),
    '?': () => setOverlay('keys'),
    Escape: () => setQuery(''),
  })
  useTitle(operation)
  // Choosing an operation closes the list that covers a narrow screen.
  useEffect(close, [current])
  const list = (
    <OperationList
      spec={spec}
      found={found}
      query={query}
      current={current}
      onQuery={setQuery}
      onMove={move}
      onOpenFirst={openFirst}
    />
  )
  return (
    <div className="reference" data-has-try={operation ? '' : undefined}>
      <SkipLink />
      <DocsBar
        site="reference"
        browseLabel="Browse operations"
        version={spec?.version ?? ''}
        isSignedIn={caller.session !== undefined}
        onBrowse={() => setOverlay('list')}
        onShortcuts={() => setOverlay('keys')}
      />
      {list}
      <main id="main" tabIndex={-1}>
        {error && <ErrorAlert error={error} retry={() => void refetch()} />}
        <Content spec={spec} operation={operation} named={error ? null : named} />
      </main>
      {spec && operation && (
        <aside id="try" aria-label="Try it">
          <TryPanel
            key={operation.id}
            spec={spec}
            operation={operation}
            caller={caller}
            drafts={drafts.current}
          />
        </aside>
      )}
      {overlay === 'list' && (
        <Drawer label="Operations" onClose={close}>
          {list}
        </Drawer>
      )}
      {overlay === 'keys' && (
        <ShortcutsDialog hasLetters={hasLetters} onLetters={setLetters} onClose={close} />
      )}
    </div>
  )
}

function useTitle(operation: Operation | undefined): void {
  useEffect(() => {
    document.title = operation ? `${operation.summary} · API reference · Stoa` : 'API reference · Stoa'
  }, [operation])
}

/** Not a link to `#main`: the part of the URL behind `#` names the operation. */
const SkipLink = () => (
  <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
    Skip to content
  </button>
)

type ContentProps = {
  spec: ReturnType<typeof useSpec>['data']
  operation: Operation | undefined
  named: string | null
}

function Content({ spec, operation, named }: ContentProps) {
  if (spec && operation)
    return (
      <OperationView
        key={operation.id}
        document={spec.document}
        operation={operation}
        onTry={() => document.getElementById('try')?.scrollIntoView()}
      />
    )
  if (!spec && named !== null) return <SkeletonLines count={8} />
  return (
    <>
      {named !== null && (
        <p role="alert">
          <Status kind="bad">Operation {named} not found.</Status>
        </p>
      )}
      <GettingStarted spec={spec} />
    </>
  )
}
