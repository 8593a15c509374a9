import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Llm } from '../../../llm/index.ts'
import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { Tools } from '../../../tools/index.ts'
import type { ExecutionInput } from '../execution.ts'
import type { Effects } from './effects.ts'
import { createLiveEffects } from './live.ts'
import { createOfflineEffects } from './offline.ts'

export type ChooseDeps = { db: Queryable; tools: Tools; llm: Llm; sandboxes: Sandboxes }

/** A replay is given nothing that could send a request; test mode has the demo model, which is part of the product. */
export const createEffectsFor =
  ({ db, tools, llm, sandboxes }: ChooseDeps) =>
  ({ mode, replayOf }: Pick<ExecutionInput, 'mode' | 'replayOf'>): Effects => {
    const offline = { db, tools, sandboxes }
    if (replayOf !== undefined) return createOfflineEffects({ ...offline, mark: 'unmatched' })
    const live = createLiveEffects({ db, tools, llm })
    if (mode === 'production') return live
    return createOfflineEffects({ ...offline, mark: 'mocked', askDemo: live.askModel })
  }
