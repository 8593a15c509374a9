export const introduction =
  'This is the offline demo. It is not a language model: it quotes texts, and runs commands.'
export const noReply = 'No text here answers this.'

/** The demo speaks of itself here, so that nothing in it answers a question. */
export const isNotice = (text: string): boolean => text.startsWith(introduction) || text.startsWith(noReply)
