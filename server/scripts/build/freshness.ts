/**
 * What a build was made from. Sizes and times of files are compared first, which takes a few milliseconds at every
 * start; a checkout that only touched them is recognised by the contents.
 */
export type Stamp = { files: string; contents: string }

/** Something that is built: where it goes, and the files and folders it is made from, below the repository. */
export type Built = { output: string; sources: readonly string[] }

type Freshness = {
  builtServer: Built
  builtDashboard: Built
  /** Taken before a build, so that what is changed meanwhile makes it stale. */
  stampOf(built: Built): Stamp
  /** Replaced and not written over: a start beside this one reads the old stamp or the new one. */
  writeStamp(output: string, stamp: Stamp): void
  /** By sizes and times alone: false for a copy of the same files, which is built again or recognised by `isFresh`. */
  isUntouched(built: Built): boolean
  isFresh(built: Built): boolean
  /** Whether a build that began at this time, in milliseconds, is in its place. */
  isBuiltSince(built: Built, time: number): boolean
}

// JavaScript, because every start reads it.
const file = new URL('./freshness.mjs', import.meta.url)
export const { builtServer, builtDashboard, stampOf, writeStamp, isUntouched, isFresh, isBuiltSince } =
  (await import(file.href)) as Freshness
