import type { QueryOf } from '@stoa/sdk'
import { useEffect, useState } from 'react'
import { useConnection } from '../../connection/server-connection.ts'
import { useProject, useRefresh } from '../../project.ts'

const path = '/api/v1/events'

/** Everything that changes what a list of conversations shows. */
const types: NonNullable<QueryOf<typeof path, 'get'>>['types'] = [
  'execution.started',
  'execution.paused',
  'execution.completed',
  'execution.failed',
  'execution.timeout',
  'execution.cancelled',
  'thread.escalated',
  'thread.message_received',
  'thread.operator_replied',
  'thread.reply_mode_changed',
  'thread.deleted',
]

// Events that come together are one change of the list.
const batchMs = 250

// What has no event, such as a thread without a message, or a title, is seen this much later.
const liveMs = 60_000
const pollMs = 4_000

/** Reads lists of conversations again when something happens in one. Returns how often to read them besides. */
export function useThreadEvents(): number {
  const { api } = useProject()
  const refresh = useRefresh()
  const { isOnline, returns } = useConnection()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const line = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      timer = undefined
      void refresh(['chat', 'threads'])
    }
    const follow = async () => {
      const options = { query: { types }, signal: line.signal, onConnectionChange: setLive }
      for await (const _ of api.events(path, options)) timer ??= setTimeout(reload, batchMs)
    }
    follow()
      .catch(() => undefined)
      .finally(() => setLive(false))
    return () => {
      line.abort()
      clearTimeout(timer)
    }
  }, [api, returns])
  return isLive && isOnline ? liveMs : pollMs
}
