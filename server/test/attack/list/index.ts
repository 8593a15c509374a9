import { someOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import { agentAttacks } from './agents.ts'
import { bodyAttacks } from './bodies.ts'
import { catalogueAttacks } from './catalogue.ts'
import { computeAttacks } from './compute.ts'
import { hookAttacks } from './hooks.ts'
import { hostileValueAttacks } from './hostile-values.ts'
import { responseAttacks } from './responses.ts'
import { resultAttacks } from './results.ts'
import { tableAttacks } from './tables.ts'
import { tokenAttacks } from './tokens.ts'
import { uploadAttacks } from './uploads.ts'
import { websocketAttacks } from './websockets.ts'
import { workflowAttacks } from './workflows.ts'

/** A new attack is one entry in one of these lists. */
export const allAttacks: readonly Attack[] = [
  // First, because memory that others have left behind would count against them.
  ...catalogueAttacks,
  ...websocketAttacks,
  ...tokenAttacks,
  ...responseAttacks,
  ...computeAttacks,
  ...tableAttacks,
  ...resultAttacks,
  ...bodyAttacks,
  ...hookAttacks,
  ...uploadAttacks,
  ...hostileValueAttacks,
  ...workflowAttacks,
  ...agentAttacks,
]

/** Those that the tests play as well: of every list some, all in `npm run test:slow`. */
export const testedAttacks: readonly Attack[] = someOf(
  allAttacks.filter(({ isLong }) => isLong !== true || process.env.STOA_TEST_SLOW),
  12,
)
