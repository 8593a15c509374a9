import { type Queryable, sql } from '../../db/db.ts'

/** Runs that are due and of a kind that no node has registered for a while: no running version can execute them. */
export type StrandedKind = { kind: string; runs: number; oldestAt: string }

export async function markKnown(q: Queryable, kinds: string[]): Promise<void> {
  await q.rows(sql`
    insert into run_kind (kind, seen_at) select kind, now() from unnest(${kinds}::text[]) as kind order by kind
    on conflict (kind) do update set seen_at = excluded.seen_at`)
}

export async function listStranded(q: Queryable, minutes: number): Promise<StrandedKind[]> {
  return q.rows<StrandedKind>(sql`
    select kind, count(*)::int as runs, min(run_at) as "oldestAt" from run
    where status in ('queued', 'waiting') and run_at < now() - make_interval(mins => ${minutes})
      and kind not in (select kind from run_kind where seen_at > now() - make_interval(mins => ${minutes}))
    group by kind order by kind`)
}
