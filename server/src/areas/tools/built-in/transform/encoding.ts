import { decodeHTMLStrict } from 'entities/decode'
import {
  type BuiltInTool,
  type BuiltInToolkit,
  choice,
  flag,
  invalid,
  list,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(content: string, encoding: 'base64' | 'base64url' | 'hex'): string {
  const compact = content.replace(/\s+/g, '')
  const form = encoding === 'hex' ? /^(?:[0-9a-f]{2})*$/i : /^[A-Za-z0-9+/_-]*={0,2}$/
  if (!form.test(compact)) throw invalid(`This is not ${encoding}.`)
  try {
    return utf8.decode(Buffer.from(compact, encoding))
  } catch {
    throw invalid('The bytes are no UTF-8 text: keep them as a file with file_write instead.')
  }
}

/** One way and back: both take a text and give a text. */
const rewriting = (
  operation: string,
  name: string,
  description: string,
  example: [string, string],
  run: (content: string) => string,
): BuiltInTool =>
  tool<{ text: string }>({
    operation,
    name,
    description,
    input: shape({ text: text('The text.') }),
    output: result({ text: text('The outcome.') }),
    effect: 'compute',
    example: { arguments: { text: example[0] }, result: { text: example[1] } },
    run: ({ text: content }) => ({ text: run(content) }),
  })

export const encodingToolkit: BuiltInToolkit = {
  slug: 'encoding',
  name: 'Encoding',
  description: 'Base64, hex, URL and HTML encoding and decoding, query strings.',
  category: 'developer-tools-&-devops',
  tools: [
    tool<{ text: string; urlSafe: boolean }>({
      operation: 'base64_encode',
      name: 'Encode as base64',
      description: 'Writes a text as base64, or as its URL-safe form without padding.',
      input: shape({
        text: text('The text.'),
        'urlSafe?': flag('With - and _ and without padding.', { default: false }),
      }),
      output: result({ text: text('The base64.') }),
      effect: 'compute',
      example: { arguments: { text: 'hé?' }, result: { text: 'aMOpPw==' } },
      run: ({ text: content, urlSafe }) => ({
        text: Buffer.from(content).toString(urlSafe ? 'base64url' : 'base64'),
      }),
    }),
    rewriting(
      'base64_decode',
      'Decode base64',
      'Reads base64 or its URL-safe form back as UTF-8 text.',
      ['aMOpPw', 'hé?'],
      (content) => decoded(content, 'base64'),
    ),
    rewriting(
      'hex_encode',
      'Encode as hex',
      'Writes the UTF-8 bytes of a text as hexadecimal digits.',
      ['é', 'c3a9'],
      (content) => Buffer.from(content).toString('hex'),
    ),
    rewriting(
      'hex_decode',
      'Decode hex',
      'Reads hexadecimal digits back as UTF-8 text.',
      ['c3a9', 'é'],
      (content) => decoded(content, 'hex'),
    ),
    rewriting(
      'url_encode',
      'Encode for a URL',
      'Escapes a text for use in a part of a URL.',
      ['a b&c', 'a%20b%26c'],
      encodeURIComponent,
    ),
    rewriting(
      'url_decode',
      'Decode from a URL',
      'Decodes the escapes of a URL in a text.',
      ['a%20b%26c', 'a b&c'],
      (content) => {
        try {
          return decodeURIComponent(content)
        } catch {
          throw invalid('The text has an invalid escape sequence.')
        }
      },
    ),
    rewriting(
      'html_escape',
      'Escape for HTML',
      'Escapes a text so that a browser shows it as it is.',
      ['<a> & "b"', '&lt;a&gt; &amp; &quot;b&quot;'],
      (content) => content.replace(/[&<>"']/g, (sign) => entities[sign]!),
    ),
    rewriting(
      'html_unescape',
      'Unescape HTML',
      'Decodes HTML entities to the characters they represent.',
      ['&lt;b&gt; &amp; &#233;', '<b> & é'],
      decodeHTMLStrict,
    ),
    tool<{ query: string }>({
      operation: 'parse_query',
      name: 'Parse a query string',
      description: 'Parses a query string or a whole URL into its parameters; repeated ones become lists.',
      input: shape({ query: text('The query string or URL.', { maxLength: 20_000 }) }),
      output: result({ values: record('The parameters by name.') }),
      effect: 'compute',
      example: {
        arguments: { query: 'https://x.test/?a=1&b=2&b=3' },
        result: { values: { a: '1', b: ['2', '3'] } },
      },
      run: ({ query }) => {
        const at = query.indexOf('?')
        const params = new URLSearchParams((at < 0 ? query : query.slice(at + 1)).replace(/#.*$/s, ''))
        const values = new Map<string, string | string[]>()
        for (const name of new Set(params.keys())) {
          const all = params.getAll(name)
          values.set(name, all.length === 1 ? all[0]! : all)
        }
        return { values: Object.fromEntries(values) }
      },
    }),
    tool<{ values: Record<string, unknown>; arrays: string }>({
      operation: 'build_query',
      name: 'Build a query string',
      description: 'Writes parameters as a query string; arrays are repeated or comma-separated.',
      input: shape({
        values: record('The parameters by name.'),
        'arrays?': choice('How lists are written.', ['repeat', 'comma'], 'repeat'),
      }),
      output: result({ query: text('The query string without a question mark.') }),
      effect: 'compute',
      example: { arguments: { values: { a: 'x y', b: [1, 2] } }, result: { query: 'a=x+y&b=1&b=2' } },
      run: ({ values, arrays }) => {
        const params = new URLSearchParams()
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === undefined) continue
          const all = [value]
            .flat()
            .map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)))
          for (const each of arrays === 'comma' ? [all.join(',')] : all) params.append(name, each)
        }
        return { query: params.toString() }
      },
    }),
    tool<{ url: string }>({
      operation: 'parse_url',
      name: 'Parse a URL',
      description: 'Splits a URL into scheme, host, port, path, query and fragment, without calling it.',
      input: shape({ url: text('The URL.', { maxLength: 20_000 }) }),
      output: result({
        scheme: text('Such as https.'),
        host: text('The host.'),
        port: { type: ['integer', 'null'], description: 'Null for the usual one.' },
        path: text('The path.'),
        query: text('The query.'),
        fragment: text('The fragment.'),
        pathParts: list('The parts of the path.', text('A part.')),
      }),
      effect: 'compute',
      example: {
        arguments: { url: 'https://a.test:8443/x/y?z=1#f' },
        result: {
          scheme: 'https',
          host: 'a.test',
          port: 8443,
          path: '/x/y',
          query: 'z=1',
          fragment: 'f',
          pathParts: ['x', 'y'],
        },
      },
      run: ({ url }) => {
        const parsed = URL.parse(url)
        if (!parsed) throw invalid('This is not a valid URL.')
        const { protocol, hostname, port, pathname, search, hash } = parsed
        return {
          scheme: protocol.slice(0, -1),
          host: hostname,
          port: port === '' ? null : Number(port),
          path: pathname,
          query: search.slice(1),
          fragment: hash.slice(1),
          pathParts: pathname.split('/').filter(Boolean),
        }
      },
    }),
  ],
}
