import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { boundaryFaults } from './boundaries.ts'

const root = mkdtempSync(join(tmpdir(), 'stoa-boundaries-'))
after(() => rmSync(root, { recursive: true }))

let count = 0
function errorsOf(files: Record<string, string>): string[] {
  const src = join(root, String(count++))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, name)), { recursive: true })
    writeFileSync(join(src, name), text)
  }
  return boundaryFaults(src)
}

describe('the boundaries of the dashboard', () => {
  const forbidden = {
    'a page that imports another page': ['pages/keys/key-page.tsx', "import { a } from '../usage/cap.ts'"],
    'a page that loads another page': ['pages/keys/key-page.tsx', "void import('../usage/cap.tsx')"],
    'a style sheet of another page': ['pages/keys/sub/key-page.tsx', "import '../../usage/usage.css'"],
    'a page that imports the shell': ['pages/keys/key-page.tsx', "import { a } from '../../shell/theme.ts'"],
    'a feature that imports a page': [
      'features/keys/new-key.tsx',
      "import { a } from '../../pages/keys/a.ts'",
    ],
    'a component that knows a feature': [
      'components/list/list.tsx',
      "import { a } from '../../features/keys/a.ts'",
    ],
    'a component that knows a page URL': [
      'components/list/list.tsx',
      "import { a } from '../../pages/keys/routes.ts'",
    ],
    'the shell that imports a page': ['shell/shell.tsx', "import { a } from '../pages/keys/key-page.tsx'"],
  } as const
  for (const [name, [file, text]] of Object.entries(forbidden))
    test(`name ${name}`, () => {
      const [fault, ...more] = errorsOf({ [file]: text })
      assert.ok(fault?.startsWith(`${file}: imports `), fault)
      assert.deepEqual(more, [])
    })

  test('let a page import what is below it, its own folder, and the URLs of others', () => {
    const imports = [
      "import { a } from './create-key.tsx'",
      "import { b } from '../usage/routes.ts'",
      "import { c } from '../../features/usage/meter.tsx'",
      "import { d } from '../../components/list/list.tsx'",
      "import { e } from '../../project.ts'",
      "import type { f } from '../manifest.ts'",
    ]
    assert.deepEqual(
      errorsOf({
        'pages/keys/key-page.tsx': imports.join('\n'),
        'pages/manifests.ts': "import { manifest } from './keys/manifest.ts'",
        'shell/shell.tsx': "import { manifests } from '../pages/manifests.ts'",
      }),
      [],
    )
  })

  test('name a folder with too many files', () => {
    const files = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`components/form/f${at}.ts`, '']))
    assert.deepEqual(errorsOf(files), ['components/form: has 26 files, more than 25'])
  })
})
