import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

const pageSize = 100

const cursorOf = (key: string): string => Buffer.from(key).toString('base64url')

/**
 * One page of a list. Its cursor names the last entry of the page before, so that a list that changes in between neither
 * repeats nor skips an entry; without that entry the client starts again.
 */
export function pageOf<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: string | undefined,
): { items: Item[]; next: { nextCursor?: string } } {
  const at = cursor === undefined ? -1 : all.findIndex((item) => cursorOf(keyOf(item)) === cursor)
  if (cursor !== undefined && at === -1)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: request the list without one')
  const items = all.slice(at + 1, at + 1 + pageSize)
  const hasMore = at + 1 + pageSize < all.length
  return { items, next: hasMore ? { nextCursor: cursorOf(keyOf(items.at(-1)!)) } : {} }
}
