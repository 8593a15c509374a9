/** Pages with a graph: their heads are there before the canvas is. */
export { EditorPage } from './editor/editor-page.tsx'
export { VersionPage } from './versions/version-page.tsx'
