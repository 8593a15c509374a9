import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { apiReferenceRoutes } from './routes.ts'
import { type ListedOperation, type Spec, searchSpec } from './spec/spec.ts'

const operationForm = /^[A-Z]+\//

/** Which operation the URL names, what the search finds, and the way from one to the next. */
export function useOperations(spec: Spec | undefined) {
  const anchor = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const found = useMemo(() => spec && searchSpec(spec, query), [spec, query])
  const current = useMemo(() => spec?.operations.find(({ id }) => id === anchor), [spec, anchor])
  const open = ({ id }: ListedOperation, replace: boolean) =>
    void navigate({ to: apiReferenceRoutes.reference, hash: id, replace })
  useEffect(() => {
    if (current) scrollTo(0, 0)
    // The section may not have been there when the browser looked for the target of the URL.
    else document.getElementById(anchor)?.scrollIntoView()
  }, [anchor, current])
  return {
    query,
    setQuery,
    found,
    current,
    /** The URL names an operation, which may not exist, or not be loaded yet. */
    named: operationForm.test(anchor) ? anchor : null,
    /** Moving through the list leaves no trail in the history. */
    move(step: 1 | -1): void {
      const operations = found?.operations ?? []
      const at = current ? operations.findIndex(({ id }) => id === current.id) : -1
      const next = at === -1 ? operations.at(step === 1 ? 0 : -1) : operations[at + step]
      if (next) open(next, true)
    },
    openFirst(): void {
      const first = found?.operations[0]
      if (first) open(first, false)
    },
  }
}
