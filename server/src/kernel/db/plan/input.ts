import type { Statement } from '../statement.ts'

/**
 * A row that plans are made with. A plan demands that the row is unchanged, so a node may plan with the row that it
 * read last: no message has to invalidate anything.
 */
export interface Input<Key, Value> {
  readonly name: string
  /** `cached`: planned with the row that this node read last. `always`: read for each plan. */
  readonly mode: 'cached' | 'always'
  cacheKey(key: Key): string
  /** The rows of several keys in one statement; locked until the transaction ends if `isLocked`. */
  read(keys: readonly Key[], options: ReadOptions): Statement
  /** The value of one key among these rows. Null if there is no such row. */
  parse(rows: readonly unknown[], key: Key): Value | null
  /** Holds while the row is the one that the value was read from. Null if a statement of the plan demands it itself. */
  isUnchanged(key: Key, value: Value): Statement | null
  /** Estimated memory of a cached value. */
  bytesOf?(value: Value): number
}

/** `isShared`: other keys may be read with it, so a large row must not be returned whole. */
export type ReadOptions = { readonly isLocked: boolean; readonly isShared: boolean }

export type Used<Value = unknown> = { readonly input: Input<unknown, Value>; readonly key: unknown }

export const use = <Key, Value>(input: Input<Key, Value>, key: Key): Used<Value> => ({
  input: input as Input<unknown, Value>,
  key,
})

export type Values<Inputs extends Readonly<Record<string, Used>>> = {
  readonly [Name in keyof Inputs]: Inputs[Name] extends Used<infer Value> ? Value | null : never
}

/** For operations that no cached row decides about. */
export type NoInputs = Record<never, never>
