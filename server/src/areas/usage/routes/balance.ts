import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import {
  AdjustmentBody,
  Balance,
  GrantBody,
  PriceList,
  ReconcileQuery,
  Reconciliation,
} from '../schema/balance.ts'
import type { Grants } from '../service/grants.ts'
import type { createPrices } from '../service/prices.ts'
import type { Reconciler } from '../service/reconcile.ts'
import { exampleBalance, exampleIds } from './examples.ts'

export type BalanceRouteDeps = {
  grants: Grants
  prices: ReturnType<typeof createPrices>
  reconciler: Reconciler
}

export const balanceRoutes = ({ grants, prices, reconciler }: BalanceRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/balance',
    area: 'usage',
    summary: 'Get the credit balance',
    description: 'Unlimited until the first grant. `available` is the balance minus held credits.',
    access: 'project',
    permission: 'usage:read',
    response: data(Balance),
    message: 'Balance',
    example: { response: exampleBalance },
    handle: ({ scope }) => grants.balance(scope),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/prices',
    area: 'usage',
    summary: 'List prices',
    access: 'project',
    permission: 'usage:read',
    response: data(PriceList),
    message: 'Prices',
    example: {
      response: {
        currency: 'credits',
        creditsPerUsd: 1000,
        prices: [
          {
            ref: 'tool.default',
            type: 'tool',
            unit: 'execution',
            credits: 2,
            usd: 0.002,
            description: 'A successful execution of a tool without its own price.',
          },
        ],
      },
    },
    handle: () => prices.list(),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/usage/grants',
    area: 'usage',
    summary: 'Create a grant of credits',
    description: 'The first grant ends the unlimited balance: from then on only granted credits can be used.',
    access: 'project',
    permission: 'usage:write',
    adminOnly: true,
    operatorOnly: true,
    body: GrantBody,
    response: data(Balance),
    message: 'Credits granted',
    errors: ['invalid_state'],
    example: {
      body: { credits: 1000, reason: 'Budget of the first quarter' },
      response: { ...exampleBalance, balance: 1998, available: 1996 },
    },
    handle: ({ scope, body }) => grants.grant(scope, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/usage/adjustments',
    area: 'usage',
    summary: 'Create an adjustment of the balance or of recorded usage',
    description:
      'A positive amount credits, a negative amount debits, never more than is available. With an end user, workflow, execution or thread it also corrects their usage; without, only the balance changes.',
    access: 'project',
    permission: 'usage:write',
    adminOnly: true,
    operatorOnly: true,
    body: AdjustmentBody,
    response: data(Balance),
    message: 'Balance adjusted',
    errors: ['insufficient_credits'],
    example: {
      body: { credits: 0.5, reason: 'The tool was charged twice', executionId: exampleIds.execution },
      response: { ...exampleBalance, balance: 998.5, available: 996.5 },
    },
    handle: ({ scope, body }) => grants.adjust(scope, body),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/reconcile',
    area: 'usage',
    summary: 'Reconcile the ledger',
    description:
      'Recomputes the balance, holds, cap counters and all sums from the entries, and matches finished work with its charges. Read-only.',
    access: 'project',
    permission: 'usage:read',
    adminOnly: true,
    query: ReconcileQuery,
    response: data(Reconciliation),
    message: 'Reconciled',
    example: {
      response: {
        isClean: true,
        checkedAt: '2026-01-02T03:04:05.678Z',
        entries: 1204,
        works: 1180,
        differences: [],
        orphans: [],
        isTruncated: false,
      },
    },
    handle: ({ scope, query }) => reconciler.reconcile(scope, query.from ?? null),
  }),
]
