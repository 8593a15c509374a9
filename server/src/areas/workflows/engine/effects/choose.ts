import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { ExecutionInput } from '../execution.ts'
import type { Effects } from './effects.ts'
import { createLiveEffects, type LiveDeps } from './live.ts'
import { createOfflineEffects } from './offline.ts'

export type ChooseDeps = LiveDeps & { sandboxes: Sandboxes }

/** A replay is given nothing that could send a request; test mode has the demo model, which is part of the product. */
export const createEffectsFor =
  ({ sandboxes, ...deps }: ChooseDeps) =>
  ({ mode, replayOf }: Pick<ExecutionInput, 'mode' | 'replayOf'>): Effects => {
    const offline = { db: deps.db, tools: deps.tools, sandboxes }
    if (replayOf !== undefined) return createOfflineEffects({ ...offline, mark: 'unmatched' })
    const live = createLiveEffects(deps)
    if (mode === 'production') return live
    return createOfflineEffects({ ...offline, mark: 'mocked', askDemo: live.askModel })
  }
