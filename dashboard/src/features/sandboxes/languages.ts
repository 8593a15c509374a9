import type { SandboxExecution } from '@stoa/sdk'

export type Language = SandboxExecution['language']

export const languageNames: Record<Language, string> = { javascript: 'JavaScript', python: 'Python' }

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languageNames, value)

export const languageChoices = Object.entries(languageNames).map(([value, label]) => ({ value, label }))

export type Example = { title: string; source: string; state: string; hosts?: string }

const order = `{
  "items": [
    { "name": "Notebook", "price": 4.5, "count": 3 },
    { "name": "Pencil", "price": 0.8, "count": 12 }
  ]
}`

/** What a script can do, in as few lines as show it. The first one is in a new playground. */
export const examples: Record<Language, readonly [Example, ...Example[]]> = {
  javascript: [
    {
      title: 'Use input state',
      source: `// \`state\` is the JSON input; the returned value is the result.
let total = 0
for (const { price, count } of state.items) total += price * count

console.log(\`\${state.items.length} kinds of things\`)

return { total }
`,
      state: order,
    },
    {
      title: 'Stream output',
      source: `for (let step = 1; step <= 5; step++) {
  console.log(\`step \${step} of 5\`)
  await new Promise((resolve) => setTimeout(resolve, 400))
}
return 'done'
`,
      state: '',
    },
    {
      title: 'Write and read a file',
      source: `files.write('notes.txt', 'first line\\n')
return files.readText('notes.txt').length
`,
      state: '',
    },
    {
      title: 'Make an HTTP request',
      source: `const response = await fetch('https://example.com/')
return { status: response.status, text: (await response.text()).slice(0, 200) }
`,
      state: '',
      hosts: 'example.com',
    },
  ],
  python: [
    {
      title: 'Use input state',
      source: `# \`state\` is the JSON input; the returned value is the result.
total = sum(item["price"] * item["count"] for item in state["items"])

print(len(state["items"]), "kinds of things")

return {"total": total}
`,
      state: order,
    },
    {
      title: 'Stream output',
      source: `import time

for step in range(1, 6):
    print(f"step {step} of 5")
    time.sleep(0.4)

return "done"
`,
      state: '',
    },
    {
      title: 'Write and read a file',
      source: `with open("notes.txt", "w") as notes:
    notes.write("first line\\n")

return len(open("notes.txt").read())
`,
      state: '',
    },
    {
      title: 'Count words',
      source: `from collections import Counter

words = Counter(state["text"].lower().split())
return dict(words.most_common(3))
`,
      state: `{ "text": "the quick fox and the lazy dog and the sun" }`,
    },
  ],
}
