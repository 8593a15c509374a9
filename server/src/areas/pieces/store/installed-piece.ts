import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'

/** A piece of the installation. There is no scope: what it can do is the same for every project. */
export type InstalledPieceRow = {
  slug: string
  package: string
  version: string
  integrity: string
  size_bytes: number
  blob_key: string
  entry: unknown
  installed_at: string
}

export async function listInstalledPieces(q: Queryable): Promise<InstalledPieceRow[]> {
  return q.rows<InstalledPieceRow>(sql`
    select slug, package, version, integrity, size_bytes, blob_key, entry, installed_at
    from installed_piece order by slug`)
}

/** Takes the place of another version of the same package; gives the key of what that one left behind. */
export async function putInstalledPiece(
  tx: Tx,
  piece: Omit<InstalledPieceRow, 'installed_at'> & { at: Date },
): Promise<{ installedAt: string; leftBehind: string | null }> {
  const [old] = await tx.rows<{ blob_key: string }>(sql`
    select blob_key from installed_piece where package = ${piece.package} for update`)
  const [row] = await tx.rows<{ installed_at: string }>(sql`
    insert into installed_piece (slug, package, version, integrity, size_bytes, blob_key, entry, installed_at)
    values (${piece.slug}, ${piece.package}, ${piece.version}, ${piece.integrity}, ${piece.size_bytes},
      ${piece.blob_key}, ${storableJson(piece.entry)}, ${piece.at})
    on conflict (package) do update set version = excluded.version, integrity = excluded.integrity,
      size_bytes = excluded.size_bytes, blob_key = excluded.blob_key, entry = excluded.entry,
      installed_at = excluded.installed_at
    returning installed_at`)
  return { installedAt: row!.installed_at, leftBehind: old?.blob_key ?? null }
}

/** Null when there was none. */
export async function deleteInstalledPiece(tx: Tx, slug: string): Promise<{ blob_key: string } | null> {
  const [row] = await tx.rows<{ blob_key: string }>(sql`
    delete from installed_piece where slug = ${slug} returning blob_key`)
  return row ?? null
}
