import type { Transferable } from 'node:worker_threads'

/**
 * Work that a thread does: a function that a module exports, by name. Modules are ours and known when the server is
 * built; nothing that a caller sends ever names one.
 */
export type Job<Input, Output> = {
  readonly module: string
  readonly name: string
  /** Time of the processor, not of the clock: on a busy machine a job gets the same amount of work done. */
  readonly budgetMs: number
  /** Never there: it only carries the types. */
  readonly types?: (input: Input) => Output
}

export const defineJob = <Input, Output>(
  module: URL,
  name: string,
  { budgetMs = 1_000 }: { budgetMs?: number } = {},
): Job<Input, Output> => ({ module: module.href, name, budgetMs })

export type JobRequest = { module: string; name: string; input: unknown }

export type JobReply =
  | { value: unknown }
  | { refusal: { code: string; message: string; extras: object } }
  | { fault: string }

/** Bytes that change hands instead of being copied. */
export const transferred = new WeakMap<object, readonly Transferable[]>()

/** Marks what of a value is passed to the other thread; its owner must not look at it again. */
export function handOver<T extends object>(value: T, parts: readonly Uint8Array[]): T {
  transferred.set(
    value,
    parts.filter(isWhole).map(({ buffer }) => buffer as ArrayBuffer),
  )
  return value
}

/** Small buffers share one large block with others, which must stay where it is. */
const isWhole = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
