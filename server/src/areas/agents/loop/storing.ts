import type { Tx } from '../../../kernel/db/db.ts'
import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'
import type { RunContext, StepClass, StepOptions } from '../../../kernel/runs/run.ts'
import type { ConversationEntry } from '../schema/message.ts'
import type { Conversation } from '../schema/turn.ts'

type StoringOptions = {
  class?: StepClass
  /** What else is written with the record, where rows can be deferred: the log and the charge of a tool. */
  extraRows?: (() => readonly RowBatch[]) | undefined
}

/**
 * How the messages of a step are stored with its record: in the write that has the record, without a separate
 * transaction, wherever that is possible. A step that is done once has a transaction for what that write refuses: it must
 * not be done again.
 */
export function storing<T>(
  { commit, rows }: Pick<Conversation, 'commit' | 'rows'>,
  { canDeferRows }: Pick<RunContext, 'canDeferRows'>,
  entriesOf: (output: T) => readonly ConversationEntry[],
  { class: stepClass, extraRows = () => [] }: StoringOptions = {},
): Pick<StepOptions<T>, 'commit' | 'deferredRows'> {
  const deferredRows = (output: T) => [...extraRows(), ...(rows?.(entriesOf(output)) ?? [])]
  const isOnce = stepClass === 'once'
  const transaction = commit ? { commit: (tx: Tx, output: T) => commit(tx, entriesOf(output)) } : {}
  if (isOnce && commit) return { deferredRows, ...transaction }
  return canDeferRows && !isOnce ? { deferredRows } : transaction
}
