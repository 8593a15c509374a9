/**
 * What is in a `Set` or a `Map` for an object that comes and goes with every request. The tables that such a collection
 * grows out of keep what was in them, and lead on to those that follow: once one of them is old, the collector of young
 * objects takes all of that for used, until the next full collection. With sixteen requests in flight nine of ten became old
 * so, with everything that they lead to. A box that was emptied leads nowhere.
 */
export type Box<T> = { content: T | null }

export const boxOf = <T>(content: T): Box<T> => ({ content })

export function* contentsOf<T>(boxes: Iterable<Box<T>>): Generator<T> {
  for (const { content } of boxes) if (content !== null) yield content
}
