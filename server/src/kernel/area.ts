/** What an area declares before anything of it exists: data, so that every list of the product is made from the areas. */
export type AreaManifest = {
  readonly name: string
  /** The area's folders and files, lowest first: each may know those before it. Only where they are not the usual ones. */
  readonly parts?: readonly string[]
  /** The tables that the area alone may write. */
  readonly tables: readonly string[]
  /** The beginnings of its blob keys; behind each is the id of the project. */
  readonly blobFolders?: readonly string[]
  /** The error codes of the area, each with its HTTP status. */
  readonly errors: Readonly<Record<string, number>>
  /** The types of events that the area publishes, `noun.past`, each with when it does. */
  readonly events: Readonly<Record<string, string>>
  /** What the area writes to the audit log, `noun.past`. */
  readonly auditActions: readonly string[]
  /** Paths that clients of a compatible interface call and that are not served: what to use in place of them. */
  readonly unservedPaths?: readonly UnservedPath[]
}

export type UnservedPath = { readonly path: RegExp; readonly message: string; readonly hint: string }

/**
 * The manifests of all areas, by area. Each area adds its own (`declare module`), so that the types below are checked
 * unions although the kernel imports no area.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface Manifests {}

type Declared<Kind extends 'errors' | 'events'> = {
  [Area in keyof Manifests]: keyof Manifests[Area][Kind]
}[keyof Manifests]

export type AreaErrorCode = Declared<'errors'>
export type AreaEventType = Declared<'events'>
export type AuditAction = {
  [Area in keyof Manifests]: Manifests[Area]['auditActions'][number]
}[keyof Manifests]

/** What a process does: serve requests, work on runs, or both. */
export type ProcessRole = 'all' | 'api' | 'worker'

/** Everything before `since` is older than its project retains it. */
export type RetainedSince = readonly { readonly projectId: string; readonly since: Date }[]
