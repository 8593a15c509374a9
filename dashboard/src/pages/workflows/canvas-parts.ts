/** What draws a graph, in a separate file with the libraries that it needs. */
export { GraphEditor } from './editor/graph-editor.tsx'
export { LoadedVersion } from './versions/version-graph.tsx'
