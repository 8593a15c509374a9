/** Where a term occurs: chunks by their slot, each with a count of at most 255. Grows as it is filled. */
export type Postings = { items: Uint32Array; length: number }

export const createPostings = (): Postings => ({ items: new Uint32Array(4), length: 0 })

export function addPosting(postings: Postings, slot: number, count: number): void {
  if (postings.length === postings.items.length) {
    const larger = new Uint32Array(postings.items.length * 2)
    larger.set(postings.items)
    postings.items = larger
  }
  postings.items[postings.length++] = slot * 256 + count
}

export const slotOf = (posting: number): number => posting >>> 8
export const countOf = (posting: number): number => posting & 255
