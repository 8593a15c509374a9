/** What draws a graph, in a separate file with the libraries that it needs. */
export { EditorPage } from './editor/editor-page.tsx'
export { VersionPage } from './versions/version-page.tsx'
