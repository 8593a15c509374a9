import { createRunInBackground } from '../../kernel/async/run-in-background.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Audit } from '../audit/index.ts'
import type { Projects } from '../projects/index.ts'
import { reconcileNightly } from './jobs/reconcile-nightly.ts'
import { usageManifest } from './manifest.ts'
import { balanceRoutes } from './routes/balance.ts'
import { capRoutes } from './routes/caps.ts'
import { reportRoutes } from './routes/reports.ts'
import type { Cap } from './schema/cap.ts'
import { type BeginWork, createBeginWork } from './service/begin-work.ts'
import { createCapGuard } from './service/cap-guard.ts'
import { createCaps } from './service/caps.ts'
import { createFastPath, type FastPath } from './service/fast-path.ts'
import { createFinishWork, type FinishWork } from './service/finish-work.ts'
import { createGrants } from './service/grants.ts'
import { createLateEnds, type LateEnds } from './service/late-ends.ts'
import { createLedger, type Ledger } from './service/ledger.ts'
import { createRoller, createSweep } from './service/maintenance.ts'
import { createPrices } from './service/prices.ts'
import { createReconciler, type Reconciler } from './service/reconcile.ts'
import { createReports } from './service/reports.ts'
import { createUserLock, type UserLock } from './service/user-lock.ts'
import { isKeyCapped } from './store/cap.ts'

/**
 * What was used, what it cost and how much may be. Credits are reserved before work starts and settled or released in
 * the transaction of the work, so neither can exist without the other. Entries are only ever added, a balance never
 * goes below zero, and every figure can be recomputed from the rows. Amounts are whole millionths of a credit.
 */
export type Usage = Pick<Ledger, 'hold' | 'settle' | 'release' | 'charge'> &
  FastPath &
  FinishWork & {
    begin: BeginWork['begin']
    /** For areas that begin work in other ways. */
    orDisown: BeginWork['orDisown']
    /** The area of end users registers how one is locked against erasure while work for it begins. */
    registerUserLock(lock: UserLock): void
    /** Millionths of a credit for so many units of what is listed. */
    priceOf: ReturnType<typeof createPrices>['priceOf']
    registerPrices: ReturnType<typeof createPrices>['register']
    /** An area that is paid for its work says how that work is found, so that none goes unpaid. */
    registerWork: Reconciler['register']
    reconcile: Reconciler['reconcile']
    /** For work whose end the area stores itself, and could not: `end` is tried again until it is stored. */
    endLater: LateEnds['add']
    /** Credits that are neither spent nor held; null while the balance is unlimited. */
    available(q: Queryable, scope: Scope): Promise<number | null>
    /** Caps that are exhausted, up to ten. */
    blockingCaps(scope: Scope): Promise<Cap[]>
  }
export type { Subject } from './schema/entry.ts'
export type { EndedWork, Hold, SpentWork } from './service/fast-path.ts'
export type { Work } from './service/ledger.ts'
export type { Cost } from './service/posting.ts'
export type { WorkSource } from './service/reconcile.ts'
export type { UserLock } from './service/user-lock.ts'

export type UsageDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  events: Events
  audit: Audit
  projects: Pick<Projects, 'onMonthlyCap' | 'onCreated' | 'registerKeyCaps'>
  runs: Runs
  creditsPerUsd: number
}

export function createUsage(deps: UsageDeps) {
  const { db } = deps
  const runInBackground = createRunInBackground(deps.log)
  const { roll, onPosted } = createRoller({ db, runInBackground })
  const guard = createCapGuard({ ...deps, runInBackground })
  const ledger = createLedger({ ...deps, guard, onPosted })
  const grants = createGrants({ ...deps, ledger, onPosted })
  const caps = createCaps(deps)
  const prices = createPrices(deps.creditsPerUsd)
  const reports = createReports(deps)
  const reconciler = createReconciler(deps)
  deps.projects.onMonthlyCap(caps.follow)
  deps.projects.registerKeyCaps(isKeyCapped)
  reconcileNightly({ ...deps, reconcile: reconciler.reconcile })
  const userLock = createUserLock()
  const fastPath = createFastPath({ ...deps, ledger, userLock, onPosted })
  const lateEnds = createLateEnds(deps.log)
  const area: Usage = {
    ...fastPath,
    ...createFinishWork({ db, fastPath, ledger, lateEnds }),
    ...createBeginWork({ fastPath, ledger, userLock, lateEnds }),
    registerUserLock: userLock.register,
    hold: ledger.hold,
    settle: ledger.settle,
    release: ledger.release,
    charge: ledger.charge,
    priceOf: prices.priceOf,
    registerPrices: prices.register,
    registerWork: reconciler.register,
    reconcile: reconciler.reconcile,
    endLater: lateEnds.add,
    available: grants.available,
    blockingCaps: async (scope) => (await caps.list(scope, { isBlocking: true, page: 1, limit: 10 })).items,
  }
  return {
    ...area,
    sweep: createSweep({ ...deps, ledger, grants, roll }),
    stop: lateEnds.stop,
    routes: [...reportRoutes(reports), ...balanceRoutes({ grants, prices, reconciler }), ...capRoutes(caps)],
  }
}

export const usageArea = { manifest: usageManifest, key: 'usage', create: createUsage } as const
