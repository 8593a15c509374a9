import { useEffect, useRef } from 'react'

/** Closing or reloading the page with unsaved edits asks first. */
export function useUnsavedWarning(isDirty: boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}
