import type { EventType } from './event-types.ts'

/** Something that happened in a project, as it is published. */
export type ProjectEvent = {
  /** The sequence number in the project: without gaps, and never assigned out of order. */
  seq: number
  id: string
  type: EventType
  projectId: string
  /** Whom it concerns; the project's default user when it concerns no one in particular. */
  externalUserId: string
  data: Record<string, unknown>
  createdAt: string
  /** Of the work that published it, see `Scope`; zero for what no trigger started. */
  triggerDepth: number
}

/** The one form in which an event leaves the server, as the body of a webhook and in the stream. */
export const toPayload = ({ id, type, projectId, externalUserId, data, createdAt }: PayloadSource) => ({
  id,
  type,
  timestamp: createdAt,
  projectId,
  externalUserId,
  data,
})

export type PayloadSource = Omit<ProjectEvent, 'seq' | 'type' | 'triggerDepth'> & { type: string }
