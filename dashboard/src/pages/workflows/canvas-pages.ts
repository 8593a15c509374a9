/** What draws a graph, in a file of its own with the libraries that it needs. */
export { EditorPage } from './editor/editor-page.tsx'
export { VersionPage } from './versions/version-page.tsx'
