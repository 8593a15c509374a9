import { type Block, type Inline, parseMarkdown } from '@stoa/markdown'
import { readHtml } from '../../../../kernel/text/html-text.ts'
import { type BuiltInToolkit, integer, list, result, shape, text, tool } from '../tool.ts'

const escaped = (content: string) =>
  content.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const safeAddress = /^(https?:|mailto:|\/|#)/i

function inlineHtml(part: Inline): string {
  if (part.kind === 'text') return escaped(part.text)
  if (part.kind !== 'link') return `<${part.kind}>${escaped(part.text)}</${part.kind}>`
  return safeAddress.test(part.href)
    ? `<a href="${escaped(part.href)}">${escaped(part.text)}</a>`
    : escaped(part.source)
}

const lineHtml = (line: readonly Inline[]) => line.map(inlineHtml).join('')
const linesHtml = (lines: readonly Inline[][]) => lines.map(lineHtml).join('\n')
const rowHtml = (tag: 'td' | 'th', cells: readonly Inline[][]) =>
  `<tr>${cells.map((cell) => `<${tag}>${lineHtml(cell)}</${tag}>`).join('')}</tr>`

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${linesHtml(block.lines)}</p>`
    case 'heading':
      return `<h${block.level}>${lineHtml(block.line)}</h${block.level}>`
    case 'quote':
      return `<blockquote>${linesHtml(block.lines)}</blockquote>`
    case 'code':
      return `<pre><code>${escaped(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
    case 'list': {
      const items = block.items.map((item) => `<li>${lineHtml(item)}</li>`).join('')
      const start = block.start === 1 ? '' : ` start="${block.start}"`
      return block.isOrdered ? `<ol${start}>${items}</ol>` : `<ul>${items}</ul>`
    }
    case 'table':
      return `<table>${rowHtml('th', block.head)}${block.rows.map((row) => rowHtml('td', row)).join('')}</table>`
  }
}

const htmlOf = (markdown: string) => parseMarkdown(markdown).map(blockHtml).join('')

export const markdownToolkit: BuiltInToolkit = {
  slug: 'markdown',
  name: 'Markdown and HTML',
  description: 'Converts Markdown to HTML or text, and web pages into readable text, links and titles.',
  category: 'document-&-file-management',
  tools: [
    tool<{ markdown: string }>({
      operation: 'to_html',
      name: 'Markdown to HTML',
      description:
        'Writes Markdown as HTML: headings, lists, tables, quotes, code, links, bold and italics. Markup in the text is escaped.',
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
        headings: parseMarkdown(markdown).flatMap((block) =>
          block.kind === 'heading'
            ? [
                {
                  level: block.level,
                  text: block.line
                    .map(({ text: part }) => part)
                    .join('')
                    .trim(),
                },
              ]
            : [],
        ),
      }),
    }),
    tool<{ html: string }>({
      operation: 'html_to_text',
      name: 'HTML to text',
      description:
        'Returns the readable text of a web page: without scripts, styles and markup, with paragraphs and lists.',
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
        'Lists the links of a web page with their texts, made absolute where the URL of the page is given.',
      input: shape({
        html: text('The HTML.'),
        'baseUrl?': text('The URL of the page.', { maxLength: 8000 }),
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
