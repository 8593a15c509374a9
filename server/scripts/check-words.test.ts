import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bannedWords } from './check-words.ts'

const found = (file: string, text: string) =>
  bannedWords(file, text).map((fault) => fault.slice(0, fault.indexOf(': write')))

describe('home-made words are found', () => {
  test('in comments, with their line', () => {
    const text = 'const a = 1\n// Nobody reads it.\n/**\n * Mended\n * anew.\n */\n'
    assert.deepEqual(found('a.ts', text), ['a.ts:2 "Nobody"', 'a.ts:4 "Mended"', 'a.ts:5 "anew"'])
  })

  test('in messages, titles, templates and JSX text', () => {
    const text = [
      "throw new Error('the file is gone')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a planted template
      'log(`${host} did not answer, ${tries.map((each) => `asked ${each} at once`)}, then went on`)',
      "const pattern = /it's told/.test(text) ? 'x' : 'y'",
      '<p className="a">It\'s kept: the key stands in {place}</p>',
    ].join('\n')
    assert.deepEqual(found('a.tsx', text), [
      'a.tsx:1 "is gone"',
      'a.tsx:2 "did not answer"',
      'a.tsx:2 "at once"',
      'a.tsx:2 "went on"',
      'a.tsx:4 "stands"',
    ])
  })

  test('over the end of a line', () => {
    assert.deepEqual(found('a.ts', '/**\n * All of them at\n * once.\n */'), ['a.ts:2 "at once"'])
  })

  test('in documents, settings, style sheets and Python', () => {
    assert.equal(found('a.md', 'The calls under way are listed.').length, 1)
    assert.equal(found('.env.example', '# Where files are kept.\n#PORT=1\n').length, 1)
    assert.equal(found('a.css', '.a { color: red } /* It stands above. */').length, 1)
    assert.equal(found('a.py', 'x = 1\n# whoever calls\nraise E("no one was told")\n').length, 2)
  })

  test('in summaries and descriptions of the API reference', () => {
    assert.equal(found('server/openapi.json', '{ "summary": "Make pictures" }').length, 1)
    assert.deepEqual(found('server/openapi.json', '{ "example": "pictures" }'), [])
  })

  for (const text of [
    'What was asked for is returned.',
    'The servers take turns.',
    'Payloads are kept for 30 days.',
    "OpenAI's chat wire.",
    'The filter is in the address.',
    'The redirect address of the app.',
    'Answers of services are parsed.',
    'It answers 404 for an unknown id.',
    'Both are read in one trip.',
    'It waits for a person.',
    'A process of its own, without secrets.',
    'The run is laid aside.',
    'It goes on from there.',
    'The result is written down.',
    'It lets go of the lease.',
    'The value is handed on.',
    'A pool hands out connections.',
    'It waits for ever.',
    'A client that goes away.',
    'It waited in vain.',
    'Long scripts give way.',
    'A request of a stranger.',
    'A summary of what was said.',
    'The script comes to its end.',
  ])
    test(`in "${text}"`, () => assert.equal(found('a.md', text).length, 1))
})

describe('home-made names are found', () => {
  test('of what is declared, with their line', () => {
    const text = 'type TokenAnswer = string\nfunction letGoSoon() {}\nconst inOneTrip = 1\n'
    assert.deepEqual(found('a.ts', text), [
      'a.ts:1 "TokenAnswer"',
      'a.ts:2 "letGoSoon"',
      'a.ts:3 "inOneTrip"',
    ])
  })

  test('of files', () =>
    assert.deepEqual(found('a/read-answer.ts', ''), ['a/read-answer.ts:1 "read-answer"']))

  test('but not where a human answers, in round trips, parts of words and text', () => {
    assert.deepEqual(found('areas/workflows/pauses.ts', 'function answerPause() {}'), [])
    const text = "const tryInOneRoundTrip = strip('const answer')\n// The type answer\nconst required = 1\n"
    assert.deepEqual(found('a.ts', text), [])
  })
})

describe('nothing is found', () => {
  test('in code, and only whole words count', () => {
    assert.deepEqual(
      found('a.ts', "const nobody = 'http://house.example'\n// housekeeping of `nobody`\n"),
      [],
    )
    assert.deepEqual(found('a.md', 'Run `chown nobody` in\n```sh\nmend\n```\n'), [])
    assert.deepEqual(found('a.ts', 'const rows = sql`select told as kept from event where is gone`'), [])
  })

  for (const text of [
    'The first answer counts; the question was answered by a human.',
    'The IP address of the client, and its email address.',
    'One round trip, two round-trips.',
    'Connections are kept alive.',
    'Each of its own instructions counts.',
    'A stand-in name, a standalone server, and a value that stands out.',
    'PostgreSQL has a wire protocol.',
    'The conversation has three turns.',
    'The URL disappears from the address bar.',
    'Statements written by hand on a table.',
    'It lasts for every run.',
  ])
    test(`in "${text}"`, () => assert.deepEqual(found('a.md', text), []))

  test('of words that data has, in string literals', () => {
    assert.deepEqual(found('a.ts', "search('a picture of somebody in a house')"), [])
  })
})
