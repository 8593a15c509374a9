import { useRead } from '../../project.tsx'
import { filesOf } from '../files/files-api.ts'
import { questionsPath } from './question-paths.ts'

/** The oldest may run out first, but the newest is what the list begins with: that one is offered next. */
export function useWaiting(refetchInterval: number) {
  return useRead(
    ['questions', 'waiting'],
    (api, signal) =>
      filesOf(api, undefined).page(questionsPath, { query: { status: 'waiting', limit: 2 }, signal }),
    { refetchInterval },
  )
}
