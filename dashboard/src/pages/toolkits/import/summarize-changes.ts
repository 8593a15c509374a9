import type { ToolkitChanges } from '@stoa/sdk'

const of = (count: number, what: string) => `${count} ${what}`

/** "2 added, 1 removed, 4 changed" */
export function summarizeChanges({ added, removed, changed }: ToolkitChanges): string {
  const parts = [
    added.length > 0 && of(added.length, 'added'),
    removed.length > 0 && of(removed.length, 'removed'),
    changed.length > 0 && of(changed.length, 'changed'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No tools changed' : parts.join(', ')
}
