import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { strongestTaint, type Taint, taintOfMessage } from '../../../kernel/text/taint.ts'
import type { NewEntry, ThreadRow, Threads } from '../../threads/index.ts'
import { roleOf, toMessage } from '../protocols/input.ts'
import type { MessageInput } from '../schema/message.ts'

export type ChangeDeps = { newId: NewId; threads: Threads }

/**
 * Changes the messages of a thread that is locked: those with a known id are replaced, those of the type `remove` removed,
 * others added. Behind an older state that begins a branch. Returns the entries, in order.
 */
export function createChanges({ newId, threads }: ChangeDeps) {
  /** What a message means beside the messages that are seen; it changes which ones these are. */
  function changeOf(input: MessageInput, index: number, known: Map<string, Taint>): NewEntry {
    const path = `/values/messages/${index}`
    const messageId = input.id ?? newId()
    if (roleOf(input) === 'remove') {
      if (!known.delete(messageId)) throw unknownMessage(path)
      return { kind: 'remove', message: null, messageId, taint: null }
    }
    const message = toMessage(input, messageId, path)
    const before = known.get(messageId)
    // A client that sends a message back has not written it.
    const taint = strongestTaint([before ?? null, taintOfMessage(message)])
    known.set(messageId, taint)
    return { kind: before === undefined ? 'append' : 'replace', message, taint }
  }

  return async (
    tx: Tx,
    thread: ThreadRow,
    input: readonly MessageInput[],
    checkpointId?: string | null,
  ): Promise<{ id: string }[]> => {
    const at = await threads.entries.positionOf(tx, thread, checkpointId)
    const ids = input.flatMap(({ id }) => id ?? [])
    const known = await threads.entries.taintsAmong(tx, thread, at, ids)
    await threads.entries.fork(tx, thread, at)
    const entries = input.map((message, index) => changeOf(message, index, known))
    return threads.entries.append(tx, thread, entries)
  }
}

export type Changes = ReturnType<typeof createChanges>

const unknownMessage = (path: string) =>
  new AppError('message_not_found', `${path}: the thread has no message with this id`)
