import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { questionsPath } from './questions-api.ts'

/** The oldest may run out first, but the newest is what the list begins with: that one is offered next. */
export function usePendingQuestions(refetchInterval: number) {
  return useRead(
    ['questions', 'waiting'],
    (api, signal) => actAs(api).page(questionsPath, { query: { status: 'waiting', limit: 2 }, signal }),
    { refetchInterval },
  )
}

const pollMs = 10_000

export const usePendingQuestionCount = (): number | undefined => usePendingQuestions(pollMs).data?.total
