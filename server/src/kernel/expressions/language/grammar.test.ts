// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language has them too
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { positionIn, withPositions } from '../error.ts'
import { ExpressionError, expressionLimits } from '../index.ts'
import type { Argument, Node } from './ast.ts'
import { parseCondition, parseExpression, parseTemplate } from './template.ts'
import { tokenize } from './token.ts'

/** A tree as a text in which every operator has its parentheses. */
function written(node: Argument): string {
  switch (node.type) {
    case 'literal':
      return JSON.stringify(node.value)
    case 'name':
      return node.name
    case 'member':
      return `${written(node.object)}${node.isOptional ? '?.' : '.'}${node.key}`
    case 'index':
      return `${written(node.object)}${node.isOptional ? '?.' : ''}[${written(node.key)}]`
    case 'call':
      return `${node.object ? `${written(node.object)}.` : ''}${node.name}(${node.args.map(written).join(', ')})`
    case 'unary':
      return `(${node.operator}${written(node.operand)})`
    case 'binary':
      return `(${written(node.left)} ${node.operator} ${written(node.right)})`
    case 'condition':
      return `(${written(node.test)} ? ${written(node.whenTrue)} : ${written(node.whenFalse)})`
    case 'template':
      return `template(${node.texts.map((text, i) => `${JSON.stringify(text)}${node.values[i] ? `, ${written(node.values[i])}, ` : ''}`).join('')})`
    case 'list':
      return `[${node.items.map((each) => (each.type === 'spread' ? `...${written(each.value)}` : written(each))).join(', ')}]`
    case 'object':
      return `{${node.fields.map((each) => (each.type === 'spread' ? `...${written(each.value)}` : `${each.key}: ${written(each.value)}`)).join(', ')}}`
    case 'lambda':
      return `((${node.parameters.map(({ name }) => name).join(', ')}) => ${written(node.body)})`
  }
}

const grammar: readonly [source: string, tree: string][] = [
  ['1 + 2 * 3', '(1 + (2 * 3))'],
  ['1 - 2 - 3', '((1 - 2) - 3)'],
  ['(1 - 2) * -3', '((1 - 2) * (-3))'],
  ['a || b && c', '(a || (b && c))'],
  ['a && b == c < d + e', '(a && (b == (c < (d + e))))'],
  ['a ?? b ?? c', '((a ?? b) ?? c)'],
  ['(a || b) ?? c', '((a || b) ?? c)'],
  ['a === b !== c', '((a == b) != c)'],
  ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
  ['a?.5:1', '(a ? 0.5 : 1)'],
  ['!a.b[0]', '(!a.b[0])'],
  ['"x" in a && !b', '(("x" in a) && (!b))'],
  ['a?.b?.[0].c', 'a?.b?.[0].c'],
  ['a.in.true.null', 'a.in.true.null'],
  ['a.map(x => x.y)', 'a.map(((x) => x.y))'],
  ['a.map((x, i) => x + i).join(",")', 'a.map(((x, i) => (x + i))).join(",")'],
  ['a.map(() => ({b: 1}))', 'a.map((() => {b: 1}))'],
  ['a.map(x => x.b.map(y => y + x))', 'a.map(((x) => x.b.map(((y) => (y + x)))))'],
  ['Math.max(1, 2,)', 'Math.max(1, 2)'],
  ['date("x").year', 'date("x").year'],
  ['[1, ...a, [2],]', '[1, ...a, [2]]'],
  ['{a: 1, "b c": 2, d, ...e,}', '{a: 1, b c: 2, d: d, ...e}'],
  ['`a${b}c${`d${e}`}`', 'template("a", b, "c", template("d", e, ""), "")'],
  ['`${ {a: {b: 1}}.a.b }`', 'template("", {a: {b: 1}}.a.b, "")'],
  ['"a\\n\\u00e9\\x41\\u{1F600}\\"" + \'\\\'\'', '("a\\né\x41😀\\"" + "\'")'],
  ['.5 + 1.5e3 + 0', '((0.5 + 1500) + 0)'],
  ['undefined', 'null'],
  [' \n\t a \u00a0', 'a'],
  ['größe.ñ + $x + _y', '((größe.ñ + $x) + _y)'],
  ['5.toFixed(1)', '5.toFixed(1)'],
]

const refused: readonly [source: string, offset: number, length: number, message: RegExp][] = [
  ['', 0, 0, /ends too early/],
  ['1 +', 3, 0, /ends too early/],
  ['a b', 2, 1, /b cannot follow/],
  ['a.', 2, 0, /name is missing/],
  ['a..b', 2, 1, /name is missing/],
  ['a[1', 3, 0, /\] is missing at the end/],
  ['(1', 2, 0, /\) is missing/],
  ['f(1 2)', 4, 1, /, is missing before 2/],
  ['{a 1}', 3, 1, /: is missing/],
  ['{1: 2}', 1, 1, /not the name of a field/],
  ['[1', 2, 0, /, is missing|\] is missing/],
  ['"abc', 0, 4, /not closed; add "/],
  ["'abc\n'", 0, 4, /not closed; add '/],
  ['`abc', 0, 4, /not closed/],
  ['`a${b', 5, 0, /\} is missing/],
  ['a = 1', 2, 1, /write == to compare/],
  ['a & b', 2, 1, /write && for/],
  ['a; b', 1, 1, /one expression only/],
  ['a ? b', 5, 0, /: is missing/],
  ['a ?? b || c', 5, 6, /parentheses/],
  ['x => x', 0, 1, /only be an argument/],
  ['a.map(x => { return x })', 11, 1, /statements/],
  ['a.map((x, x) => x)', 10, 1, /Two parameters are named x/],
  ['a()()', 0, 3, /cannot be called/],
  ['new Date()', 0, 3, /not part of expressions/],
  ['/a/.test(b)', 0, 1, /patterns are texts/],
  ['+a', 0, 1, /Number\(x\)/],
  ['01', 0, 2, /leading zero/],
  ['1e999', 0, 5, /too large/],
  ['"\\u12"', 1, 2, /not followed by a code/],
  ['a #', 2, 1, /has no meaning/],
  ['\n\n  a b', 6, 1, /cannot follow/],
]

describe('an expression', () => {
  for (const [source, tree] of grammar)
    test(`is read as in JavaScript: ${JSON.stringify(source)}`, () =>
      assert.equal(written(parseExpression(source)), tree))

  for (const [source, offset, length, message] of refused)
    test(`that is wrong says where and how to fix it: ${JSON.stringify(source)}`, () => {
      assert.throws(
        () => withPositions(source, () => parseExpression(source)),
        (error: ExpressionError) => {
          assert.ok(error instanceof ExpressionError)
          assert.equal(error.code, 'syntax')
          assert.match(error.message, message)
          assert.match(error.message, /^[^\n]+; [^\n]+\.$/)
          assert.deepEqual([error.position.offset, error.position.length], [offset, length])
          return true
        },
      )
    })

  test('has its positions in lines and columns', () => {
    assert.deepEqual(positionIn('a\n b\nc', { from: 3, to: 4 }), { offset: 3, length: 1, line: 2, column: 2 })
    assert.deepEqual(positionIn('a', { from: 0, to: 1 }), { offset: 0, length: 1, line: 1, column: 1 })
  })

  test('is bounded in length, nesting and chains, each with its own code', () => {
    const codeOf = (source: string) => {
      try {
        withPositions(source, () => parseExpression(source))
      } catch (error) {
        return (error as ExpressionError).code
      }
      return null
    }
    const { sourceLength, nesting, treeDepth } = expressionLimits
    assert.equal(codeOf('1'.padEnd(sourceLength)), null)
    assert.equal(codeOf('1'.padEnd(sourceLength + 1)), 'source_too_long')
    assert.equal(codeOf(`${'('.repeat(nesting - 1)}1${')'.repeat(nesting - 1)}`), null)
    assert.equal(codeOf(`${'('.repeat(nesting)}1${')'.repeat(nesting)}`), 'source_too_deep')
    assert.equal(codeOf(`a${'.a'.repeat(treeDepth)}`), null)
    assert.equal(codeOf(`a${'.a'.repeat(treeDepth + 1)}`), 'source_too_deep')
    assert.equal(codeOf(`1${' + 1'.repeat(treeDepth + 1)}`), 'source_too_deep')
  })
})

test('every token has its place in the source', () => {
  const source = 'a.b?.[ "x" ] >= 1.5 && `t${ {q: 1}.q }u` '
  const { tokens } = tokenize(source)
  const texts = tokens.map(({ from, to }) => source.slice(from, to))
  assert.deepEqual(texts, [
    'a',
    '.',
    'b',
    '?.',
    '[',
    '"x"',
    ']',
    '>=',
    '1.5',
    '&&',
    '`t${',
    '{',
    'q',
    ':',
    '1',
    '}',
    '.',
    'q',
    '}u`',
    '',
  ])
})

describe('a template', () => {
  const read = (source: string) => written(parseTemplate(source))

  test('is text with expressions in it', () => {
    assert.equal(read('plain'), '"plain"')
    assert.equal(read(''), '""')
    assert.equal(read('Hi {{ a.b }}, {{c}}!'), 'template("Hi ", a.b, ", ", c, "!")')
    assert.equal(read('}} { } {'), '"}} { } {"')
  })
  test('that is one expression is that expression', () => {
    assert.equal(read('{{ a }}'), 'a')
    assert.equal(read(' {{ a }}'), 'template(" ", a, "")')
  })
  test('ends an expression where it is complete, not at the first two braces', () => {
    assert.equal(read('{{ {a: {b: 1}} }}'), '{a: {b: 1}}')
    assert.equal(read('{{ "}}" }}'), '"}}"')
    assert.equal(read('{{ `${ {a: 1}.a }}}` }}'), 'template("", {a: 1}.a, "}}")')
  })
  test('has its positions in the whole text', () => {
    const node = parseTemplate('ab {{ x.y }}') as Node & { type: 'template' }
    assert.deepEqual([node.values[0]!.from, node.values[0]!.to], [6, 9])
    assert.throws(() => parseTemplate('ab {{ x '), /\}\} is missing/)
    assert.throws(() => parseTemplate('ab {{ x } y'), /\}\} is missing/)
  })
  test('reports everything that is wrong with it', () => {
    const faults: never[] = []
    parseTemplate('{{ 1 + }} {{ ok }} {{ "x }} {{ }}', faults)
    assert.deepEqual(
      faults.map(({ code, span }: { code: string; span: { from: number } }) => [code, span.from]),
      [
        ['syntax', 7],
        ['syntax', 22],
        ['syntax', 31],
      ],
    )
  })
})

test('a condition may be bare or in braces', () => {
  assert.equal(written(parseCondition('a > 1')), '(a > 1)')
  assert.equal(written(parseCondition('  {{ a > 1 }} \n')), '(a > 1)')
  assert.equal(written(parseCondition('{a: 1}.a')), '{a: 1}.a')
  assert.throws(() => parseCondition('{{ a }} {{ b }}'), /Text follows/)
})
