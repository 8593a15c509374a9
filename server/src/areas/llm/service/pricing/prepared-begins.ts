import { statementsFor } from '../../../../kernel/db/plan/rows.ts'
import { deferRows, type RowBatch, type RowWriter } from '../../../../kernel/runs/deferred-rows.ts'
import type { Usage, Work } from '../../../usage/index.ts'
import { type BegunCall, demandingCalls } from '../../store/call.ts'

type Begin = BegunCall & {
  /** The work whose credits are held; null without a hold. */
  work: Work | null
  /** Without a hold, a call that costs something demands that nothing limits its project. */
  isFree: boolean
  disown(): Promise<unknown>
  isRefused: boolean
}

/** Begins of calls that travel with the records of the run that makes them, in front of the step that waits for them. */
export function createPreparedBegins(usage: Pick<Usage, 'beginMany' | 'hasNoLimit' | 'endLater'>) {
  const writer: RowWriter<Begin> = {
    statements: (begins) => [
      ...statementsFor(usage.beginMany, begins),
      ...[...Map.groupBy(begins, conditionOf).values()].map((alike) =>
        demandingCalls(alike, isUnlimitedOnly(alike[0]!) ? usage.hasNoLimit(alike[0]!.scope) : undefined),
      ),
    ],
    onRefused(begins) {
      for (const begin of begins) begin.isRefused = true
      usage.beginMany.onRefused?.(begins)
    },
  }

  return (begin: Omit<Begin, 'isRefused'>, workId: string): { rows: RowBatch; abandon(): void } => {
    const row: Begin = { ...begin, isRefused: false }
    return {
      rows: deferRows(writer, row),
      abandon() {
        if (!row.isRefused) usage.endLater(workId, row.disown)
      },
    }
  }
}

const isUnlimitedOnly = ({ work, isFree }: Begin): boolean => work === null && !isFree

const conditionOf = (begin: Begin): string => `${begin.scope.projectId} ${isUnlimitedOnly(begin)}`
