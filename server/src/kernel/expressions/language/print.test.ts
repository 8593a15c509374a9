import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from './ast.ts'
import { printExpression } from './print.ts'
import { parseExpression } from './template.ts'

const withoutSpans = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node), (key, value: unknown) =>
    ['from', 'to', 'keySpan', 'nameSpan', 'operatorSpan'].includes(key) ? undefined : value,
  )
const tree = (source: string): Node => parseExpression(source)
const comesBack = (source: string) => {
  const printed = printExpression(tree(source))
  assert.deepEqual(withoutSpans(tree(printed)), withoutSpans(tree(source)), `${source} → ${printed}`)
}

describe('a printed expression', () => {
  it('is the same expression', () => {
    for (const source of [
      'a.b["odd name"][0].c',
      'a?.b.c',
      'a?.["x"]',
      'a?.b()',
      'a.b?.trim().length',
      'a.b.trim()?.x',
      '(a + b) * c - d / (e - f)',
      'a - (b - c)',
      '-(-a)',
      '-(1)',
      '!(a && b) || !c',
      '(a ?? b) || c',
      'a ?? (b && c)',
      'a ?? b ?? c',
      'a ? b : c ? d : e',
      '(a ? b : c) ? d : e',
      '(a ? b : c).d',
      'x.map(i => i.a).filter((i, n) => n > 1 && i in ["a"])',
      'x.map(i => ({...i, "odd name": 1, a}))',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source of the language
      '[...a, 1, "te\\"xt", `b ${c + `${d}`} \\` \\${e}`]',
      'Math.max(1, 2)',
      'JSON.stringify({a: null, b: true})',
      'a == b != (c < d)',
      '1.5 + 2e10',
    ])
      comesBack(source)
  })

  it('of random trees is the same tree', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const operators = ['??', '||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%']
    const source = (depth: number): string => {
      const inner = () => source(depth - 1)
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source of the language
      if (depth === 0) return ['a', '1', '"x"', 'null', '`t${a}`'][random(5)]!
      const forms = [
        () => `(${inner()}) ${operators[random(operators.length)]} (${inner()})`,
        () => `(${inner()}) ? ${inner()} : ${inner()}`,
        () => `(${inner()}).b`,
        () => `(${inner()})?.[${inner()}]`,
        () =>
          `(${inner()}).map(x => ${inner()
            .replace(/^\{/, '({')
            .replace(/^(\(\{.*)\}$/s, '$1})')})`,
        () => `-(${inner()})`,
        () => `!(${inner()})`,
        () => `[${inner()}, ...(${inner()})]`,
        () => `f(${inner()})`,
      ]
      return forms[random(forms.length)]!()
    }
    for (let i = 0; i < 2_000; i++) comesBack(source(1 + random(4)))
  })
})
