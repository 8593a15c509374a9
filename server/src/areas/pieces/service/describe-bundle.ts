import { AppError } from '../../../kernel/errors.ts'
import { PieceDescription } from '../describe/description.ts'
import { entryOfPiece, type PieceEntry } from '../describe/entry.ts'
import type { Bundle, PiecePool } from '../host/pool.ts'

/** Loads a bundle in an unassigned process and records what it says it can do. */
export async function describeBundle(
  pool: PiecePool,
  bundle: Bundle,
  identity: { package: string; version: string; slug: string },
): Promise<PieceEntry> {
  const description = PieceDescription.safeParse(await pool.describe(bundle))
  if (!description.success) {
    throw new AppError('invalid_piece', 'The bundle has an unsupported format.', {
      hint: 'Install another version, or another package.',
      cause: description.error,
    })
  }
  return entryOfPiece(description.data, { ...identity, bundle: (await bundle.text()).toString() })
}
