import { type BuiltInToolkit, integer, list, result, shape, text, tool } from '../tool.ts'
import { readHtml } from './html-text.ts'

const escaped = (content: string) =>
  content.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const safeAddress = /^(https?:|mailto:|\/|#)/i

/** Bold, italics, code and links of one line; everything else is shown as it is. */
function inline(content: string): string {
  return escaped(content)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\][]*)\]\(([^()\s]+)\)/g, (whole, label: string, href: string) =>
      safeAddress.test(href) ? `<a href="${href}">${label}</a>` : whole,
    )
}

function htmlOf(markdown: string): string {
  const out: string[] = []
  let open: 'ul' | 'ol' | 'pre' | null = null
  const close = () => {
    if (open) out.push(`</${open === 'pre' ? 'code></pre' : open}>`)
    open = null
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (/^```/.test(line)) {
      if (open === 'pre') close()
      else {
        close()
        open = 'pre'
        out.push('<pre><code>')
      }
      continue
    }
    if (open === 'pre') {
      out.push(`${escaped(line)}\n`)
      continue
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = /^\s*(?:([-*+])|\d{1,9}[.)])\s+(.*)$/.exec(line)
    if (item) {
      const kind = item[1] ? 'ul' : 'ol'
      if (open !== kind) {
        close()
        open = kind
        out.push(`<${kind}>`)
      }
      out.push(`<li>${inline(item[2]!)}</li>`)
      continue
    }
    close()
    if (heading) out.push(`<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`)
    else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) out.push('<hr>')
    else if (line.startsWith('> ')) out.push(`<blockquote>${inline(line.slice(2))}</blockquote>`)
    else if (line.trim() !== '') out.push(`<p>${inline(line)}</p>`)
  }
  close()
  return out.join('')
}

export const markdownToolkit: BuiltInToolkit = {
  slug: 'markdown',
  name: 'Markdown and HTML',
  description: 'Turns Markdown into HTML or text, and web pages into readable text, links and titles.',
  category: 'document-&-file-management',
  tools: [
    tool<{ markdown: string }>({
      operation: 'to_html',
      name: 'Markdown to HTML',
      description:
        'Writes Markdown as HTML: headings, lists, quotes, code, links, bold and italics. Markup in the text is escaped.',
      input: shape({ markdown: text('The Markdown.') }),
      output: result({ html: text('The HTML.') }),
      effect: 'compute',
      example: {
        arguments: { markdown: '# Hi\n- **a** <b>' },
        result: { html: '<h1>Hi</h1><ul><li><strong>a</strong> &lt;b&gt;</li></ul>' },
      },
      run: ({ markdown }) => ({ html: htmlOf(markdown) }),
    }),
    tool<{ markdown: string }>({
      operation: 'to_text',
      name: 'Markdown to text',
      description: 'Takes the marks of Markdown off, for places that show plain text only.',
      input: shape({ markdown: text('The Markdown.') }),
      output: result({ text: text('The text.') }),
      effect: 'compute',
      example: { arguments: { markdown: '## Hi **you**' }, result: { text: 'Hi you' } },
      run: async ({ markdown }) => ({ text: (await readHtml(htmlOf(markdown))).text }),
    }),
    tool<{ markdown: string }>({
      operation: 'outline',
      name: 'Outline of Markdown',
      description: 'Lists the headings of a Markdown document with their levels.',
      input: shape({ markdown: text('The Markdown.') }),
      output: result({
        headings: list('The headings.', result({ level: integer('1 to 6.'), text: text('The heading.') })),
      }),
      effect: 'compute',
      example: {
        arguments: { markdown: '# A\ntext\n## B' },
        result: {
          headings: [
            { level: 1, text: 'A' },
            { level: 2, text: 'B' },
          ],
        },
      },
      run: ({ markdown }) => ({
        headings: markdown.split(/\r?\n/).flatMap((line) => {
          const match = /^(#{1,6})\s+(.*)$/.exec(line)
          return match ? [{ level: match[1]!.length, text: match[2]!.trim() }] : []
        }),
      }),
    }),
    tool<{ html: string }>({
      operation: 'html_to_text',
      name: 'HTML to text',
      description:
        'Gives what a person would read of a web page: scripts, styles and markup removed, paragraphs and lists kept.',
      input: shape({ html: text('The HTML.') }),
      output: result({
        text: text('The text.'),
        title: { type: ['string', 'null'], description: 'The title of the page.' },
      }),
      effect: 'compute',
      isImportant: true,
      example: {
        arguments: { html: '<title>T</title><p>A&amp;B</p><script>x<y</script><ul><li>1<li>2</ul>' },
        result: { text: 'A&B\n\n- 1\n- 2', title: 'T' },
      },
      run: async ({ html }) => {
        const { text: content, title } = await readHtml(html)
        return { text: content, title }
      },
    }),
    tool<{ html: string; baseUrl?: string }>({
      operation: 'html_links',
      name: 'Links of a page',
      description:
        'Lists the links of a web page with their texts, made absolute where the address of the page is given.',
      input: shape({
        html: text('The HTML.'),
        'baseUrl?': text('The address of the page.', { maxLength: 8000 }),
      }),
      output: result({
        links: list('The links.', result({ href: text('Where it leads.'), text: text('What it says.') })),
      }),
      effect: 'compute',
      example: {
        arguments: { html: '<a href="/x">Go</a>', baseUrl: 'https://a.test/y' },
        result: { links: [{ href: 'https://a.test/x', text: 'Go' }] },
      },
      run: async ({ html, baseUrl }) => ({ links: (await readHtml(html, baseUrl)).links }),
    }),
  ],
}
