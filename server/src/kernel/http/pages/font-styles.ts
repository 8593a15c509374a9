/** The stylesheets of our own pages that set their type. */
export const typeset: readonly string[] = ['style.css', 'shared-chat.css']

/**
 * The font of the dashboard, for pages that are not part of it: the same file, so that a browser loads it once. Without a
 * built dashboard there is none, and a font of the system is used.
 */
export function fontStyles(assets: Iterable<string>): string {
  const file = [...assets].find((path) => /\/inter-latin-[^/]+\.woff2$/.test(path))
  if (file === undefined) return ''
  return `@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  font-display: swap;
  src: url("${file}") format("woff2");
}
`
}
