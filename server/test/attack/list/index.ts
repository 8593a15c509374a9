import type { Attack } from '../attack.ts'
import { bodyAttacks } from './bodies.ts'
import { catalogueAttacks } from './catalogue.ts'
import { computeAttacks } from './compute.ts'
import { hostileValueAttacks } from './hostile-values.ts'
import { resultAttacks } from './results.ts'
import { tableAttacks } from './tables.ts'
import { uploadAttacks } from './uploads.ts'

/** A new attack is one entry in one of these lists. */
export const allAttacks: readonly Attack[] = [
  ...computeAttacks,
  ...tableAttacks,
  ...resultAttacks,
  ...bodyAttacks,
  ...uploadAttacks,
  ...hostileValueAttacks,
  ...catalogueAttacks,
]

/** Those that the tests play as well. */
export const testedAttacks: readonly Attack[] = [
  ...computeAttacks,
  ...tableAttacks,
  ...resultAttacks,
  ...bodyAttacks,
  ...uploadAttacks,
  ...hostileValueAttacks,
  ...catalogueAttacks,
].filter(({ isLong }) => isLong !== true)
