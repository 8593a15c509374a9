type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The class of a message, whole or streamed, with its type. */
const classForm = /^(Human|AI|System|Tool|Remove)Message(?:Chunk)?$/

/** The message behind `{lc, type: 'constructor', id, kwargs}`; a class that is no message becomes a type that is none. */
export function deserialised({ id, kwargs }: { id: readonly string[]; kwargs: Fields }): Fields {
  const name = id.at(-1)!
  return { ...kwargs, type: classForm.exec(name)?.[1]?.toLowerCase() ?? name.slice(0, 40) }
}

/** The message behind LangChain's stored form, `{type, data}`; null for any other message. */
export const storedMessage = ({ type, data, content }: Fields): Fields | null =>
  typeof type === 'string' && content === undefined && isFields(data) ? { ...data, type } : null
