import type { Source } from './locations.ts'

/**
 * Files with an operation that exists twice: a fast path, and a slow path for all that the fast one refuses. A new one is
 * a fault, and the list may only shrink. `db.run` is the one path.
 */
const stillDouble: ReadonlySet<string> = new Set(
  `areas/llm/service/calls/calls.ts
areas/llm/service/limits/throttled-db.ts
areas/llm/service/pricing/billing.ts
areas/mcp/protocol/execute-ahead.ts
areas/sandboxes/service/executions.ts
areas/sandboxes/service/one-shot.ts
areas/sandboxes/service/run-ahead.ts
areas/tools/index.ts
areas/tools/service/execution/execute-ahead.ts
areas/tools/service/execution/traits.ts
areas/triggers/service/hooks/decide.ts
areas/usage/index.ts
areas/usage/service/begin-work.ts
areas/usage/service/fast-path.ts
areas/usage/service/finish-work.ts
areas/usage/service/user-lock.ts
areas/usage/store/fast-path.ts
areas/usage/store/rules.ts
areas/workflows/engine/effects/live.ts
areas/workflows/engine/effects/offline.ts
areas/workflows/engine/engine.ts
kernel/db/create-db.ts
kernel/db/db.ts
kernel/db/batching/request-coalescer.ts
kernel/db/shared-read.ts
kernel/http/auth/admit.ts
kernel/http/auth/assumed-access.ts
kernel/runs/commit-rows.ts
kernel/runs/run-ahead.ts
kernel/runs/run.ts
kernel/runs/runs.ts
kernel/runs/start-here.ts
kernel/runs/store/flush-store.ts`.split('\n'),
)

const secondPath =
  /tryInOneRoundTrip|assumedAccess|FastPath|executeAhead|runAhead|beginIfStill|fast path|slow path/

/** Files of `server/src` that have a second path and are not in the list, or are in it and have none any more. */
export function twoPathFaults(sources: readonly Source[], listed = stillDouble): string[] {
  const double = new Set(sources.filter(({ text }) => secondPath.test(text)).map(({ file }) => file))
  return [
    ...[...double]
      .filter((file) => !listed.has(file))
      .map((file) => `${file}: has a second path for an operation: use \`db.run\``),
    ...[...listed]
      .filter((file) => !double.has(file))
      .map((file) => `${file}: has one path now: remove it from scripts/boundaries/two-paths.ts`),
  ]
}
