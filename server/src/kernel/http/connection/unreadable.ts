import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../errors.ts'
import { errorResponse } from '../response/envelope.ts'
import type { Turns } from './in-turn.ts'

/** Responds to malformed HTTP in the same envelope as everything else, and closes the connection. */
export const createRefusal = (turns: Turns) => (error: NodeJS.ErrnoException, socket: Socket) => {
  // The client would take this for the response to the request before it, which is being carried out.
  if (error.code !== 'ECONNRESET' && turns.endAfterCurrent(socket)) return
  // The client is disconnected, or a response is already partly sent.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error)
    return
  }
  const { status, contentType, body } = errorResponse(reasonFor(error.code), randomUUID(), null)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: ${contentType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function reasonFor(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The headers are larger than 16 KB')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request did not arrive in time')
    default:
      return new AppError('malformed_request', 'This is not a well-formed HTTP request')
  }
}
