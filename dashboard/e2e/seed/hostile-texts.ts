/** What sets `window.attacked` wherever a page takes text for markup. */
const attack = 'window.attacked=1'

const vectors = [
  `<script>${attack}</script>`,
  `<ScRiPt >${attack}</sCrIpT >`,
  `<script src="data:text/javascript,${attack}"></script>`,
  `<img src=x onerror=${attack}>`,
  `<img src=x onerror="${attack}" `,
  `<img/src=x/onerror=${attack}>`,
  `<svg onload=${attack}>`,
  `<svg><script>${attack}</script></svg>`,
  `<svg><animate onbegin=${attack} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${attack}"><text y=20>x</text></a></svg>`,
  `<body onload=${attack}>`,
  `<iframe srcdoc="<script>top.attacked=1</script>"></iframe>`,
  `<iframe src="javascript:parent.attacked=1"></iframe>`,
  `<object data="data:text/html,<script>top.attacked=1</script>"></object>`,
  `<embed src="javascript:${attack}">`,
  `<details open ontoggle=${attack}>x</details>`,
  `<input autofocus onfocus=${attack}>`,
  `<video><source onerror=${attack}></video>`,
  `<audio src=x onerror=${attack}></audio>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${attack}></style></mglyph></table></mtext></math>`,
  `<style>@import 'javascript:${attack}'</style>`,
  `<a href="javascript:${attack}">x</a>`,
  `[x](javascript:${attack})`,
  `![x](x"onerror="${attack})`,
  `{{constructor.constructor('${attack}')()}}`,
] as const

/** Ways out of an attribute, an element whose content is text, and a comment. */
const exits = ['', `">`, `'></textarea></title></style></script>`, '--><!-- -->'] as const

/** A hundred texts, of which none may ever be more than text. */
export const hostileTexts: readonly string[] = exits.flatMap((exit) => vectors.map((vector) => exit + vector))
