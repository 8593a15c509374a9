import type { ToolkitChanges } from '../schema/toolkit.ts'
import type { ToolkitEntry } from './provider.ts'

/** Which operations of a description become tools. */
export type Selection = { include?: string[]; exclude?: string[] }

/** How often the origin of a toolkit is checked for changes. */
export type DriftCheck = 'hourly' | 'daily' | 'weekly'

/** What the origin says now, where that is not what is in force. */
export type Drift = { sha256: string; apiVersion: string; changes: ToolkitChanges; newHosts: string[] }

export type Watch = {
  readonly every: DriftCheck | null
  readonly checkedAt: string | null
  readonly fault: string | null
  readonly drift: Drift | null
  readonly driftedAt: string | null
}

/** A toolkit as one project has it. */
export type ProjectToolkit = ToolkitEntry & {
  readonly id: string
  /** Made in the project, so that the project may change it. */
  readonly isOwn: boolean
  readonly isDisabled: boolean
  readonly appUrl: string | null
  readonly regions: readonly string[] | null
  readonly availableVersions: readonly string[]
  /** Shipped with the product, but the project reads a newer description of it. */
  readonly isRefreshed: boolean
  /** Where its description is published; null when it was uploaded, or there is none. */
  readonly sourceUrl: string | null
  /** What is known of changes at the origin; null where nothing was ever read from there. */
  readonly watch: Watch | null
  /** Which operations of its description are its tools. */
  readonly selection: Selection
  /** What `If-Match` is compared with. */
  readonly revision: number
  /** The part of it that is counted with the project's own description; 0 where there is none. */
  readonly ownRevision: number
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

/** What a project decided about a toolkit, as far as it matters to searches for tools. */
export type ToolkitState = Pick<ProjectToolkit, 'isDisabled' | 'isRefreshed'>
