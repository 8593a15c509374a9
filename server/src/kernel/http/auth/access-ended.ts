import type { Queryable } from '../../db/db.ts'
import { type Listener, notify } from '../../db/listen.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import type { OpenStreams } from '../streams/open-streams.ts'

const channel = 'stoa_access_ended'

const reported = {
  api_key_revoked: 'The API key or token was revoked during this request',
  invalid_session: 'The session ended during this request',
  external_user_inactive: 'The end user was switched off during this request',
  external_user_not_found: 'The end user was removed during this request',
} satisfies Partial<Record<ErrorCode, string>>

type Ended = keyof typeof reported

/** Notifies every node, once the transaction commits, that a key, a session or an end user has lost access. */
export const notifyAccessEnded = (q: Queryable, code: Ended, ownerId: string): Promise<void> =>
  notify(q, channel, `${code} ${ownerId}`)

/** Ends on this node what was opened by those who may ask no more. */
export function endStreamsOnNotice(
  listener: Pick<Listener, 'on' | 'onReconnect'>,
  openStreams: OpenStreams,
  onFailure: (error: unknown) => void,
): void {
  listener.on(channel, (payload) => {
    const [code = '', ownerId = ''] = payload.split(' ')
    if (Object.hasOwn(reported, code))
      openStreams.endAllOf(ownerId, new AppError(code as Ended, reported[code as Ended]))
  })
  // What was sent while the line was down is lost: callers that may read on will come back by itself, others are looked
  // at.
  listener.onReconnect(() => {
    openStreams.endAll('the line to the database was down')
    openStreams.recheck().catch(onFailure)
  })
}
