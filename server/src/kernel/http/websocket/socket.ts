/** What an endpoint that upgrades allows each of its connections. */
export type SocketLimits = {
  /** A message in all of its fragments; a longer one closes the connection with 1009. */
  messageBytes: number
  /** Messages and pings of the client; more close the connection with 1008. */
  messagesPerMinute: number
  /** What may wait for a client that does not read; more closes the connection with 1013. */
  bufferedBytes: number
  /** How often the client is pinged. One that gave no sign of life since the last ping is disconnected. */
  pingIntervalMs: number
}

export const defaultSocketLimits: SocketLimits = {
  messageBytes: 64 * 1024,
  messagesPerMinute: 600,
  bufferedBytes: 1024 * 1024,
  pingIntervalMs: 30_000,
}

/** An open connection as its endpoint sees it. */
export type Socket<In, Out> = {
  /** What the client says, checked against its shape, in order. Reading slowly slows the client down. */
  messages: AsyncIterable<In>
  /**
   * JSON as a text frame, bytes as a binary one. Awaiting it applies backpressure to the sender; it rejects
   * with an `AbortError` once the connection is closed.
   */
  send(message: Out | Uint8Array): Promise<void>
  /** JSON that another process made, as a text frame. It is not checked: to parse what is large would keep others waiting. */
  sendJson(bytes: Uint8Array): Promise<void>
  /** Aborted when the connection closes, for whatever reason. */
  signal: AbortSignal
}

/** Talks until it returns, which closes the connection with 1000; what it throws is sent to the client. */
export type SocketHandler<In = unknown, Out = unknown> = (socket: Socket<In, Out>) => Promise<void>
