/** The parts of a document tree that are used here. */
export type PageNode = {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: Iterable<PageNode>
  getAttribute?(name: string): string | null
}
export type PageParent = PageNode & {
  append(...nodes: PageNode[]): void
  prepend(...nodes: PageNode[]): void
}
export type PageDocument = PageNode & {
  documentElement: PageNode
  /** Made where it is absent. */
  head: PageParent
  body: PageParent | null
  title: string
  querySelectorAll(selector: string): Iterable<PageNode & { getAttribute(name: string): string | null }>
}

export type TextItem = {
  str: string
  /** Scale and place: the last two are x and y from the lower left corner. */
  transform: readonly number[]
  width: number
  height: number
  hasEOL: boolean
}

/** Kind 1 has eight pixels a byte, 2 has three bytes a pixel, 3 four. */
export type DecodedImage = { width: number; height: number; kind: number; data: Uint8Array }

type PdfObjects = { get(name: string, callback: (image: Partial<DecodedImage> | null) => void): void }

export type PdfPage = {
  getTextContent(): Promise<{ items: readonly (TextItem | { type: string })[] }>
  getOperatorList(): Promise<{
    fnArray: readonly number[]
    argsArray: readonly (readonly unknown[] | null)[]
  }>
  /** What is drawn on it by name, of this page and of several. */
  objs: PdfObjects
  commonObjs: PdfObjects
  cleanup(): void
}
export type PdfDocument = {
  numPages: number
  getPage(number: number): Promise<PdfPage>
  getMetadata(): Promise<{ info: Record<string, unknown> }>
  loadingTask: { destroy(): Promise<void> }
}

/** What parsing needs of others. Loaded before the process is sealed; afterwards nothing can be loaded. */
export type Libraries = {
  parseHTML(html: string): { document: PageDocument }
  Defuddle(
    document: PageDocument,
    url: string | undefined,
    options: object,
  ): Promise<{ content: string; title: string }>
  getDocumentProxy(data: Uint8Array, options?: object): Promise<PdfDocument>
}

/** Where each of them is: the programs of the process are outside of the installation. */
export type LibraryEntries = { linkedom: string; defuddle: string; unpdf: string }

export async function loadLibraries({ linkedom, defuddle, unpdf }: LibraryEntries): Promise<Libraries> {
  const { parseHTML } = (await import(linkedom)) as Pick<Libraries, 'parseHTML'>
  const { Defuddle } = (await import(defuddle)) as Pick<Libraries, 'Defuddle'>
  const { getDocumentProxy } = (await import(unpdf)) as Pick<Libraries, 'getDocumentProxy'>
  return { parseHTML, Defuddle, getDocumentProxy }
}
