/** One page of a list, as services return it; the envelope's paging fields are computed from it. */
export type Page<Item> = {
  items: Item[]
  total: number
  page: number
  limit: number
  /** Where a log that only grows is read on; null at its end, left out by lists that have none. */
  nextCursor?: string | null
  /** Of lists of toolkits: how many tools they have together. */
  totalTools?: number
}

export type PageRequest = { page: number; limit: number; offset?: number | undefined }

/** `offset` overrides `page`, as clients of both styles expect. */
export const offsetOf = ({ page, limit, offset }: PageRequest): number => offset ?? (page - 1) * limit

export function pageOf<Item>(items: Item[], total: number, request: PageRequest): Page<Item> {
  const page = request.offset === undefined ? request.page : Math.floor(request.offset / request.limit) + 1
  return { items, total, page, limit: request.limit }
}

export const mapPage = <Item, Mapped>(page: Page<Item>, map: (item: Item) => Mapped): Page<Mapped> => ({
  ...page,
  items: page.items.map((item) => map(item)),
})

export function pagingFields({ total, page, limit, nextCursor, totalTools }: Page<unknown>) {
  const totalPages = Math.ceil(total / limit)
  return {
    total,
    page,
    limit,
    totalPages,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1 && total > 0,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(totalTools === undefined ? {} : { totalTools }),
  }
}
