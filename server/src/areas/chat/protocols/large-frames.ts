// Frames with more messages are written in pieces.
const manyMessages = 200

/** What the frame of a stream has for so many messages. */
export const largeIf = (messages: number): { isLarge?: true } =>
  messages > manyMessages ? { isLarge: true } : {}
