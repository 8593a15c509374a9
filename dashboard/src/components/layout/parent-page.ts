import { createContext, useContext, useLayoutEffect } from 'react'

/** Is given the page above the one that is shown; undefined where there is none. */
export const ParentPageContext = createContext<(to: string | undefined) => void>(() => {})

/** Names the page above this one to the sidebar: the settings of an agent have the URL of a workflow, and are below Agents. */
export function useParentPage(to: string | undefined): void {
  const tell = useContext(ParentPageContext)
  useLayoutEffect(() => {
    tell(to)
    return () => tell(undefined)
  }, [to, tell])
}
