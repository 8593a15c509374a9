import type { RunNode } from '../interpreter/level.ts'
import { agentKind } from './agent.ts'
import { branchKind, joinKind, parallelKind, placeholderKind, setKind, startKind } from './computed.ts'
import { actionKind, codeKind, httpKind, llmKind } from './effects.ts'
import { endKind } from './end.ts'
import { humanWaitKind } from './human-wait.ts'
import type { NodeKinds } from './kind.ts'
import { loopKind } from './loop.ts'
import { subflowKind } from './subflow.ts'
import { waitKind } from './wait.ts'

/** What the nodes of each type do; those with nodes inside are given what runs them. */
export const createNodeKinds = (runNode: RunNode): NodeKinds => ({
  start: startKind,
  end: endKind,
  action: actionKind,
  http: httpKind,
  code: codeKind,
  llm: llmKind,
  llm_agent: agentKind,
  human_wait: humanWaitKind,
  branch: branchKind,
  parallel: parallelKind,
  join: joinKind,
  loop: loopKind(runNode),
  wait: waitKind,
  subflow: subflowKind(runNode),
  set: setKind,
  placeholder: placeholderKind,
})
