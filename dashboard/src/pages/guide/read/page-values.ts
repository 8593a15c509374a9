import { createContext, useContext } from 'react'
import type { Values } from '../example/fill-example.ts'

/** What examples of the open page use of each other's responses. */
export type PageValues = { values: Values; save(found: Values): void }

export const PageValuesContext = createContext<PageValues>({ values: {}, save: () => undefined })

export const usePageValues = () => useContext(PageValuesContext)

/** Names of what examples create have this in them: who runs a page twice has other names. */
export const uniqueText = (): string =>
  crypto.getRandomValues(new Uint16Array(1))[0]!.toString(36).padStart(4, '0')
