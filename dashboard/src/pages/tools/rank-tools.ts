import type { ToolHit } from '@stoa/sdk'

type Hit = Pick<ToolHit, 'score' | 'isConnected' | 'noAuth'>

/** Less than lies between a tool for the job and one for another job. */
const accountBonus = 0.1

const rankOf = ({ score, isConnected, noAuth }: Hit): number =>
  score + (isConnected && !noAuth ? accountBonus : 0)

/** Tools of services that the project has connected before those that fit about as well. */
export const rankTools = <Found extends Hit>(hits: readonly Found[]): Found[] =>
  hits.toSorted((a, b) => rankOf(b) - rankOf(a))
