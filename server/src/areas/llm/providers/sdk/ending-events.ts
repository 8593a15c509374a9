// How each API format says that the model has ended. Inside of texts quotes and line breaks are escaped, so that no text of a
// model says it.
const ending =
  /"(?:finish_reason|finishReason|stop_reason|stopReason)"\s*:\s*"|"type"\s*:\s*"(?:message_stop|response\.(?:completed|incomplete|failed))"|(?:^|\n)data: ?\[DONE\]/
const keptChars = 64

/**
 * Ends an event stream some time after the model has ended, where the server does not: the packages wait for the end of
 * the connection, and the whole response would be lost to a timeout.
 */
export function endingEvents(finishMs: number): TransformStream<Uint8Array, Uint8Array> {
  let kept = ''
  let hasEnded = false
  let timer: NodeJS.Timeout | null = null
  const stop = () => {
    if (timer) clearTimeout(timer)
  }
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      if (!hasEnded) {
        const text = kept + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
        hasEnded = ending.test(text)
        kept = text.slice(-keptChars)
      }
      if (!hasEnded) return
      stop()
      timer = setTimeout(() => controller.terminate(), finishMs)
    },
    flush: stop,
    cancel: stop,
  })
}
