import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { toolTitle } from './tool-title.ts'
import { useToolNames } from './use-tool-names.ts'

type NameOf = (slug: string) => string

const ToolNamesContext = createContext<NameOf>(toolTitle)

/** What tools are called in whatever is below; by one request for all of them. */
export function ToolNames({ slugs, children }: { slugs: readonly string[]; children: ReactNode }) {
  const nameOf = useToolNames(slugs)
  const known = JSON.stringify(slugs.map((slug) => [slug, nameOf(slug)]))
  // It stays the same while a response is generated.
  const value = useMemo((): NameOf => {
    const names = new Map<string, string | null>(JSON.parse(known))
    return (slug) => names.get(slug) ?? toolTitle(slug)
  }, [known])
  return <ToolNamesContext value={value}>{children}</ToolNamesContext>
}

/** The name of a tool, or its slug in words. */
export const useToolName = (): NameOf => useContext(ToolNamesContext)
