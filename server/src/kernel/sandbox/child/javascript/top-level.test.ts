import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTopLevel } from './top-level.ts'

const rewritten = (source: string) => readTopLevel(source).source

test('declarations at the top level become such that stay and can be repeated', () => {
  assert.equal(rewritten('const a = 1'), 'var   a = 1')
  assert.equal(rewritten('let a; let [b] = [1]; let {c} = {}'), 'var a; var [b] = [1]; var {c} = {}')
  assert.equal(rewritten('class Foo extends Bar {}'), 'var Foo = class Foo extends Bar {}')
  assert.equal(rewritten('a()\nclass Foo {}\nconst x = 2'), 'a()\nvar Foo = class Foo {}\nvar   x = 2')
})

test('the content of brackets, strings, patterns and comments is left alone', () => {
  const untouched = [
    'for (const a of b) { let c = 1 }',
    'function f() { const a = 1; class X {} }',
    '"const a = 1"; \'let b\'; `const $' + '{"let c"} $' + '{`const $' + '{1}`}`',
    '// const a\n/* let b\n const c */',
    'x = /const [/{]/.test(y) / 2',
    'x = class Foo {}',
    'let = 5; a.let',
    'y = a / 2; z = b /c/ d',
  ]
  for (const source of untouched) assert.equal(rewritten(source), source)
})

test('a slash after a value divides, after an operator it begins a pattern', () => {
  assert.equal(rewritten("a = 4 / 2; const b = '/'"), "a = 4 / 2; var   b = '/'")
  assert.equal(rewritten('a = (1) / 2; const b = 3 / 1'), 'a = (1) / 2; var   b = 3 / 1')
  assert.equal(rewritten('a = /[`"\']/; const b = 1'), 'a = /[`"\']/; var   b = 1')
})

test('a return is seen wherever it is a word of the script', () => {
  const returns = (source: string) => readTopLevel(source).returns
  assert.equal(returns('if (a) { return 1 }'), 'perhaps')
  assert.equal(returns('function f() { return 1 }'), 'perhaps')
  assert.equal(returns('const a = f(() => { return 1 })\nreturn a'), 'surely')
  assert.equal(returns('"return"; // return\nreturned(); all.return()'), 'never')
  // Whether these slashes divide is not known, so neither is where the function ends.
  assert.equal(returns('function f() { if (a) /}/.test(b); return 1 }'), 'perhaps')
  assert.equal(returns('const a = {} /2; function f() { return 1 /2 }'), 'perhaps')
})

test('a script that is cut off anywhere is read completely', () => {
  const source = `const a = \`x\${"y" + \`\${1}\`}\`; let b = /[/]/g; class C { m() { return "\\"" } }`
  for (let length = 0; length <= source.length; length++) readTopLevel(source.slice(0, length))
})
