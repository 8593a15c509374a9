import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  type BuiltInToolkit,
  choice,
  flag,
  integer,
  invalid,
  list,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const hashes = ['sha256', 'sha384', 'sha512', 'sha1', 'md5'] as const
const encodings = ['hex', 'base64', 'base64url'] as const
type Encoding = (typeof encodings)[number]
const secret = { 'x-secret': true, minLength: 1, maxLength: 10_000 }

const alphabets: Record<string, string> = {
  alphanumeric: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  digits: '0123456789',
  hex: '0123456789abcdef',
  readable: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789',
}

const jsonPart = (part: string | undefined): unknown => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
  } catch {
    throw invalid('This is no JSON Web Token.')
  }
}

export const cryptoToolkit: BuiltInToolkit = {
  slug: 'crypto',
  name: 'Cryptography',
  description: 'Hashes, HMAC signatures, random IDs and passwords.',
  category: 'developer-tools-&-devops',
  tools: [
    tool<{ text: string; algorithm: string; encoding: Encoding }>({
      operation: 'hash',
      name: 'Hash a text',
      description: 'Computes a hash of a text. Use sha256 by default; md5 and sha1 are for comparing only.',
      input: shape({
        text: text('The text.'),
        'algorithm?': choice('The hash.', hashes, 'sha256'),
        'encoding?': choice('How it is written.', encodings, 'hex'),
      }),
      output: result({ hash: text('The hash.') }),
      effect: 'compute',
      isImportant: true,
      example: {
        arguments: { text: 'abc' },
        result: { hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      },
      run: ({ text: content, algorithm, encoding }) => ({
        hash: createHash(algorithm).update(content).digest(encoding),
      }),
    }),
    tool<{ text: string; secret: string; algorithm: string; encoding: Encoding }>({
      operation: 'hmac',
      name: 'Sign with a shared secret',
      description:
        'Computes an HMAC of a text with a shared secret, as many services want for signed requests.',
      input: shape({
        text: text('The text to sign.'),
        secret: text('The shared secret; it is not stored in logs.', secret),
        'algorithm?': choice('The hash.', hashes, 'sha256'),
        'encoding?': choice('How it is written.', encodings, 'hex'),
      }),
      output: result({ signature: text('The signature.') }),
      effect: 'compute',
      example: {
        arguments: { text: 'The quick brown fox jumps over the lazy dog', secret: 'key' },
        result: { signature: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8' },
      },
      run: ({ text: content, secret: key, algorithm, encoding }) => ({
        signature: createHmac(algorithm, key).update(content).digest(encoding),
      }),
    }),
    tool<{ a: string; b: string }>({
      operation: 'compare',
      name: 'Compare secrets',
      description: 'Checks whether two signatures or secrets are the same, in constant time.',
      input: shape({ a: text('One.', { ...secret }), b: text('The other.', { ...secret }) }),
      output: result({ isEqual: flag('Whether they are the same.') }),
      effect: 'compute',
      example: { arguments: { a: 'x', b: 'x' }, result: { isEqual: true } },
      run: ({ a, b }) => ({
        isEqual: timingSafeEqual(
          createHash('sha256').update(a).digest(),
          createHash('sha256').update(b).digest(),
        ),
      }),
    }),
    tool<{ count: number }>({
      operation: 'uuid',
      name: 'Make unique ids',
      description: 'Makes random UUIDs (version 4).',
      input: shape({ 'count?': integer('How many.', { default: 1, minimum: 1, maximum: 1000 }) }),
      output: result({ uuids: list('The ids.', text('A UUID.', { format: 'uuid' })) }),
      effect: 'compute',
      example: { arguments: { count: 2 } },
      run: ({ count }) => ({ uuids: Array.from({ length: count }, () => randomUUID()) }),
    }),
    tool<{ length: number; alphabet: string }>({
      operation: 'random_text',
      name: 'Make a random text',
      description:
        'Generates an unguessable text for passwords, codes and tokens. The result is in the execution log like any other.',
      input: shape({
        'length?': integer('How many characters.', { default: 24, minimum: 1, maximum: 1000 }),
        'alphabet?': choice(
          'Of which characters; readable leaves out those that look alike.',
          Object.keys(alphabets),
          'alphanumeric',
        ),
      }),
      output: result({ text: text('The random text.') }),
      effect: 'compute',
      example: { arguments: { length: 8, alphabet: 'digits' } },
      run: ({ length, alphabet }) => {
        const signs = alphabets[alphabet]!
        return { text: Array.from({ length }, () => signs[randomInt(signs.length)]).join('') }
      },
    }),
    tool<{ bytes: number; encoding: Encoding }>({
      operation: 'random_bytes',
      name: 'Draw random bytes',
      description: 'Draws random bytes and writes them as hex or base64.',
      input: shape({
        'bytes?': integer('How many bytes.', { default: 32, minimum: 1, maximum: 4096 }),
        'encoding?': choice('How they are written.', encodings, 'hex'),
      }),
      output: result({ text: text('The bytes.') }),
      effect: 'compute',
      example: { arguments: { bytes: 16 } },
      run: ({ bytes, encoding }) => ({ text: randomBytes(bytes).toString(encoding) }),
    }),
    tool<{ token: string }>({
      operation: 'decode_jwt',
      name: 'Read a JSON Web Token',
      description:
        'Shows header and claims of a JSON Web Token. The signature is NOT checked: never trust what it says because of this.',
      input: shape({ token: text('The token; it is not stored in logs.', { ...secret, maxLength: 20_000 }) }),
      output: result({
        header: record('The header.'),
        claims: record('The claims.'),
        isExpired: {
          type: ['boolean', 'null'],
          description: 'Null when it does not say until when it is good.',
        },
      }),
      effect: 'compute',
      example: {
        arguments: { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' },
        result: { header: { alg: 'none' }, claims: { sub: 'a' }, isExpired: null },
      },
      run: ({ token }) => {
        const [header, claims] = token.split('.')
        const body = jsonPart(claims) as { exp?: unknown }
        return {
          header: jsonPart(header),
          claims: body,
          isExpired: typeof body.exp === 'number' ? body.exp * 1000 < Date.now() : null,
        }
      },
    }),
  ],
}
