import { createContext, useContext } from 'react'
import type { AgentView } from './agent-draft.ts'

type Edited = { agent: AgentView; change(next: AgentView): void; isReadOnly: boolean }

export const AgentContext = createContext<Edited | null>(null)

export function useAgent(): Edited {
  const edited = useContext(AgentContext)
  if (!edited) throw new Error('This part is outside of an agent')
  return edited
}
