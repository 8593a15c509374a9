import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Usage } from '../../../usage/index.ts'
import { insertReading, readingTable } from '../../store/reading.ts'
import { noteCost, type Revision } from '../../store/source.ts'

export type PageBillingDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Pick<Usage, 'hold' | 'settle' | 'release' | 'charge' | 'priceOf'>
  externalUsers: Pick<ExternalUsers, 'hold'>
}

/** Credits of one attempt to read a document. */
export type PageBill = {
  /** Charges the pages, in the transaction that stores their text: a text is paid for once. */
  pay(tx: Tx, revision: Revision, pages: number): Promise<void>
  /** Gives back what was reserved for an attempt that came to nothing. */
  release(): Promise<void>
}

const priceRef = 'knowledge.page'
// Of formats that have no pages.
const charactersPerPage = 3_000

/** The pages of a parsed text. */
export function countPages(text: string, format: string): number {
  let breaks = 0
  for (let at = text.indexOf('\f'); at !== -1; at = text.indexOf('\f', at + 1)) breaks++
  return format === 'pdf' || breaks > 0 ? breaks + 1 : Math.ceil(text.length / charactersPerPage) || 1
}

/** The pages of documents are paid for by who has them read. */
export function createPageBilling({ db, clock, newId, usage, externalUsers }: PageBillingDeps) {
  const costOf = (pages: number, { id, no }: Revision) => ({
    microCredits: usage.priceOf(priceRef, pages),
    quantity: { units: pages },
    priceRef,
    metadata: { collectionId: id, sourceNo: no },
  })

  /** The ledger has the entry, and we have the work that it is for. */
  async function note(
    tx: Tx,
    revision: Revision,
    { id, pages, usedMicro }: { id: string; pages: number; usedMicro: number },
  ): Promise<void> {
    await insertReading(tx, { projectId: revision.projectId, id, pages, at: clock.now() })
    await noteCost(tx, revision, { pages, usedMicro })
  }

  return {
    /** Reserves the first page, so that nothing is read for those who cannot pay at all. */
    async begin(scope: Scope, runId: string): Promise<PageBill> {
      const id = newId()
      const work = { workId: readingTable.workIdOf(id), type: 'knowledge', subject: { runId } } as const
      await db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        await usage.hold(tx, scope, { ...work, microCredits: usage.priceOf(priceRef) })
      })
      return {
        async pay(tx, revision, pages) {
          const cost = costOf(pages, revision)
          await usage.hold(tx, scope, { ...work, microCredits: cost.microCredits })
          const { chargedMicroCredits } = await usage.settle(tx, scope, work.workId, cost)
          await note(tx, revision, { id, pages, usedMicro: chargedMicroCredits })
        },
        release: async () =>
          void (await db.tx((tx) => usage.release(tx, scope, work.workId, 'no document was read'))),
      }
    },
    /** For what is read already, in the transaction that stores it. */
    async charge(tx: Tx, scope: Scope, runId: string, revision: Revision, pages: number): Promise<void> {
      const id = newId()
      const { chargedMicroCredits } = await usage.charge(tx, scope, {
        workId: readingTable.workIdOf(id),
        type: 'knowledge',
        subject: { runId },
        ...costOf(pages, revision),
      })
      await note(tx, revision, { id, pages, usedMicro: chargedMicroCredits })
    },
  }
}

export type PageBilling = ReturnType<typeof createPageBilling>
