import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type References, translateExpression, translateText, Untranslatable } from './expression.ts'

const references: References = {
  json: 'input',
  all: '[input]',
  workflowName: 'Orders',
  node: (name) =>
    ({
      Webhook: { item: 'input', all: '[input]' },
      'Get Orders': { item: 'nodes.get_orders.output[0]', all: 'nodes.get_orders.output' },
    })[name] ?? null,
}

describe('an expression of n8n', () => {
  for (const [source, expected] of [
    ['$json.name', 'input.name'],
    ['$json["first name"]', 'input["first name"]'],
    ['$json.body.items[0].id', 'input.body.items[0].id'],
    ["$node['Webhook'].json.body.id", 'input.body.id'],
    ['$node.Webhook.json.id', 'input.id'],
    ["$('Get Orders').item.json.id", 'nodes.get_orders.output[0].id'],
    ['$("Get Orders").first().json.id', 'nodes.get_orders.output[0].id'],
    ["$('Get Orders').last().json.id", 'nodes.get_orders.output.at(-1).id'],
    [
      "$('Get Orders').all().map(i => i.json.id).join(', ')",
      'nodes.get_orders.output.map(i => i.id).join(", ")',
    ],
    ["$('Get Orders').all()[2].json.id", 'nodes.get_orders.output[2].id'],
    ['$items("Get Orders")[0].json["a b"]', 'nodes.get_orders.output[0]["a b"]'],
    ['$input.item.json.a', 'input.a'],
    ['$input.first().json.a', '[input][0].a'],
    ['$input.all().length', '[input].length'],
    ['$now.toISO()', 'now.toISOString()'],
    [
      "$today.minus({days: 1}).toFormat('yyyy-MM-dd')",
      'now.startOf("day").minus({days: 1}).format("yyyy-MM-dd")',
    ],
    ['new Date().toISOString()', 'now.toISOString()'],
    ['new Date($json.at).getTime()', 'date(input.at).toMillis()'],
    ['DateTime.fromISO($json.at).plus({ days: 1 })', 'date(input.at).plus({days: 1})'],
    ['$if($json.a > 1, "x", "y")', 'input.a > 1 ? "x" : "y"'],
    ['$ifEmpty($json.a, "none")', 'isEmpty(input.a) ? "none" : input.a'],
    ['$json.a.isEmpty()', 'isEmpty(input.a)'],
    ['$json.list.isNotEmpty() && true', '!isEmpty(input.list) && true'],
    ['$json.a.toDateTime().year', 'date(input.a).year'],
    ['$workflow.name + $execution.id', '{name: "Orders"}.name + run.id'],
    ['Math.round($json.price * 1.19);', 'Math.round(input.price * 1.19)'],
    ['JSON.stringify($json)', 'JSON.stringify(input)'],
    ['{ "a": $json.b }.a', '{a: input.b}.a'],
  ] as const)
    it(`${source} is ${expected}`, () => {
      assert.equal(translateExpression(source, references), expected)
    })

  for (const source of [
    '$vars.token',
    '$env["HOME"]',
    "$('Nowhere').item.json",
    '$json.a.match(/x/g)',
    '(() => { return 1 })()',
    "$('Get Orders').params.url",
    'process.exit()'.replace('process.exit', '$jmespath'),
  ])
    it(`${source} is refused`, () => {
      assert.throws(() => translateExpression(source, references), Untranslatable)
    })

  it('is marked by = at the beginning of a text; other braces are text', () => {
    assert.equal(
      translateText('=Hello {{ $json.name }}, {{$json.a}}!', references),
      'Hello {{ input.name }}, {{ input.a }}!',
    )
    assert.equal(translateText('=plain', references), 'plain')
    assert.equal(translateText('plain {{ $json }}', references), 'plain {{ "{{" }} $json }}')
    assert.equal(translateText('={{ {a: {b: $json.c}} }}', references), '{{ {a: {b: input.c}} }}')
  })
})
