import { createContext, useContext } from 'react'
import type { FlowNode } from '../graph/types.ts'

export type PanelNode = {
  workflowId: string
  node: FlowNode
  isReadOnly: boolean
  /** Changes fields; undefined takes one away. What is typed into one field is undone together. */
  change(patch: Partial<FlowNode>, field: string): void
  /** Problems by the JSON pointer below the node. */
  faults: ReadonlyMap<string, string>
  /** Lines of the code that do not parse. */
  faultyLines: readonly number[]
  /** The execution whose data expressions are tried on. */
  sampleId: string | null
}

export const PanelContext = createContext<PanelNode | null>(null)

export function usePanelNode(): PanelNode {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('This part is outside of a node panel')
  return panel
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const numberIn = (value: unknown): string => (typeof value === 'number' ? String(value) : '')
/** What an emptied field means: not given. */
export const orNone = (text: string): string | undefined => (text === '' ? undefined : text)
export const numberOrNone = (text: string): number | undefined =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)

export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('{{')
