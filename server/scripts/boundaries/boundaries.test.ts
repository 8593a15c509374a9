import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AreaManifest } from '../../src/kernel/area.ts'
import { functionFaults } from './functions.ts'
import { importFaults } from './imports.ts'
import { folderFaults, spreadFaults } from './layout.ts'
import type { Plan } from './locations.ts'
import { errorCodeFaults, migrationFaults, runScopeFaults, tableFaults } from './ownership.ts'
import { twoPathFaults } from './two-paths.ts'

const manifest = (name: string, more: Partial<AreaManifest> = {}): AreaManifest => ({
  name,
  tables: [],
  errors: {},
  events: {},
  auditActions: [],
  ...more,
})

const plan: Plan = {
  manifests: [
    manifest('files', { tables: ['file'], errors: { file_not_found: 404 } }),
    manifest('tools', { tables: ['tool'], errors: { tool_not_found: 404 }, parts: ['protocol', 'service'] }),
  ],
  kernelTables: ['run'],
}

const imports = (file: string, text: string) => importFaults({ file, text }, plan)
const tables = (file: string, text: string) => tableFaults({ file, text }, plan)
const codes = (file: string, text: string) => errorCodeFaults({ file, text }, plan)

describe('second paths', () => {
  const faults = (text: string, listed: string[]) =>
    twoPathFaults([{ file: 'areas/files/service.ts', text }], new Set(listed)).map((fault) =>
      fault.slice(fault.indexOf(': ') + 2),
    )

  it('refuses a new one, and a list with a file that has none', () => {
    assert.deepEqual(faults('await db.tryInOneRoundTrip([])', []), [
      'has a second path for an operation: use `db.run`',
    ])
    assert.deepEqual(faults('await db.run(create, scope, body)', ['areas/files/service.ts']), [
      'has one path now: remove it from scripts/boundaries/two-paths.ts',
    ])
    assert.deepEqual(faults('// the slow path', ['areas/files/service.ts']), [])
    assert.deepEqual(faults('await db.run(create, scope, body)', []), [])
  })
})

describe('imports', () => {
  it('lets the kernel know no area', () => {
    assert.deepEqual(imports('kernel/http/server.ts', "import { x } from '../../areas/files/index.ts'"), [
      'imports areas/files/index.ts: the kernel knows no area and not the application',
    ])
    assert.deepEqual(imports('areas/files/service.ts', "import { x } from '../../kernel/ids.ts'"), [])
  })

  it('lets areas know those below them, by the types of their index', () => {
    const from = 'areas/tools/service/execute.ts'
    assert.deepEqual(imports(from, "import type { Files } from '../../files/index.ts'"), [])
    assert.deepEqual(imports(from, "import { createFiles } from '../../files/index.ts'"), [
      'imports areas/files/index.ts: "files" is given by the list in order.ts: import its type only',
    ])
    assert.deepEqual(imports(from, "import type { Row } from '../../files/store.ts'"), [
      'imports areas/files/store.ts: only the index of "files" is public',
    ])
    assert.deepEqual(imports('areas/files/service.ts', "import type { Tools } from '../tools/index.ts'"), [
      'imports areas/tools/index.ts: "tools" does not come before "files" in order.ts',
    ])
    assert.deepEqual(imports('areas/files/service.ts', "import type { App } from '../../app.ts'"), [
      'imports app.ts: an area does not know the application',
    ])
  })

  it('ranks every part of an area, also those that only one area has', () => {
    assert.deepEqual(imports('areas/files/store.ts', "import { x } from './service.ts'"), [
      'imports areas/files/service.ts: store may not know service',
    ])
    assert.deepEqual(imports('areas/files/read-files.ts', "export * from './routes/files.ts'"), [
      'imports areas/files/routes/files.ts: store may not know routes',
    ])
    assert.deepEqual(imports('areas/tools/protocol/frame.ts', "import('../service/execute.ts')"), [
      'imports areas/tools/service/execute.ts: protocol may not know service',
    ])
  })

  it('refuses a part that has no rank, and an area that is not in the list', () => {
    const hint = 'name it in `parts` of the manifest, or move it into one'
    assert.deepEqual(imports('areas/files/helpers/names.ts', ''), [
      `"helpers" is not a part of an area; ${hint}`,
    ])
    assert.deepEqual(imports('areas/tools/schema.ts', ''), [`"schema" is not a part of an area; ${hint}`])
    assert.deepEqual(imports('areas/notes/schema.ts', ''), ['"notes" is not in order.ts'])
  })
})

describe('ownership', () => {
  it('lets a table be written by its area and read by those above', () => {
    assert.deepEqual(tables('areas/tools/store/x.ts', 'sql`select 1 from file join tool on true`'), [])
    assert.deepEqual(tables('areas/tools/store/x.ts', 'sql`update file set a = 1`'), [
      'writes "file", a table of files',
    ])
    assert.deepEqual(tables('areas/files/read-files.ts', 'sql`select 1 from tool`'), [
      'reads "tool", a table of tools above it',
    ])
    assert.deepEqual(tables('areas/files/store.ts', 'sql`delete from run`'), [
      'writes "run", a table of the kernel',
    ])
    assert.deepEqual(tables('areas/files/service/x.ts', 'sql`select 1`'), [
      'SQL is allowed in store and read files only',
    ])
  })

  it('lets an error code be named by its area and those above', () => {
    const text = "throw new AppError('tool_not_found', 'There is no such tool')"
    assert.deepEqual(codes('areas/tools/service/x.ts', text), [])
    assert.deepEqual(codes('areas/files/service/x.ts', text), [
      'names the error code tool_not_found of "tools" above it',
    ])
    assert.deepEqual(codes('kernel/http/x.ts', "errors: ['file_not_found']"), [
      'names the error code file_not_found of "files" above it',
    ])
  })

  it('finds runs that choose their own rights', () => {
    const text = 'const scope = systemScope(run.projectId)'
    assert.equal(runScopeFaults({ file: 'areas/tools/service/x.ts', text }).length, 1)
    assert.equal(runScopeFaults({ file: 'kernel/runs/x.ts', text }).length, 0)
  })

  it('finds tables without an owner, and migrations that are numbered twice or not in a row', () => {
    const migrations = [
      { file: '0001_files.sql', text: 'create table file (id uuid)' },
      { file: '0002_notes.sql', text: 'create table if not exists note (id uuid)' },
    ]
    assert.deepEqual(migrationFaults(migrations, plan), [
      '0002_notes.sql: the table "note" has no owner in a manifest',
    ])
    const twice = [migrations[0]!, { file: '0001_tools.sql', text: '' }]
    assert.deepEqual(migrationFaults(twice, plan), ['0001: migrations are not numbered 1, 2, 3 and so on'])
  })
})

describe('functions', () => {
  const statements = (count: number, indent = '  ') => `${indent}work()\n`.repeat(count)
  const faults = (text: string, file = 'kernel/x.ts') => functionFaults({ file, text })

  it('names functions of every form that are too long, with the place where they begin', () => {
    const bodies = [
      `export function long() {\n${statements(50)}}\n`,
      `const long = async (a: string): Promise<void> => {\n${statements(50)}}\n`,
      `export async function long(\n  a: string,\n): Promise<void> {\n${statements(50)}}\n`,
      `const service = {\n  async long(a: string): Promise<void> {\n${statements(50, '    ')}  },\n}\n`,
    ]
    for (const text of bodies) {
      const [fault, ...more] = faults(text)
      assert.match(fault!, /^line \d: 5[24] lines in one function \(50 at most\): .*long/)
      assert.deepEqual(more, [])
    }
    assert.deepEqual(faults(`function short() {\n${statements(48)}}\n`), [])
  })

  it('counts what a function contains by itself, and lists not at all', () => {
    const inner = `  function inner() {\n${statements(40, '    ')}  }\n`
    assert.deepEqual(faults(`function factory() {\n${inner}${inner}${statements(40)}}\n`), [])
    assert.deepEqual(faults(`const routes = () => [\n${statements(100)}]\n`), [])
    const list = `  return [\n${statements(100, '    ')}  ]\n`
    assert.deepEqual(faults(`function routes() {\n${list}}\n`), [])
  })

  it('counts branches and loops as what they belong to', () => {
    const branch = `  if (\n    a\n  ) {\n${statements(30, '    ')}  } else {\n${statements(30, '    ')}  }\n`
    assert.equal(faults(`function long() {\n${branch}}\n`).length, 1)
  })

  it('leaves composition alone', () => {
    const text = `export function createFiles() {\n${statements(80)}}\n`
    assert.deepEqual(faults(text, 'areas/files/index.ts'), [])
    assert.deepEqual(faults(text, 'app.ts'), [])
    assert.equal(faults(text, 'areas/files/service.ts').length, 1)
  })
})

describe('layout', () => {
  it('names folders with more than 25 files', () => {
    const files = Array.from({ length: 26 }, (_, i) => `src/kernel/${i}.ts`)
    assert.deepEqual(folderFaults([...files, 'src/app.ts']), [
      'src/kernel: 26 files in one folder (25 at most)',
    ])
    assert.deepEqual(folderFaults(files.slice(1)), [])
  })

  it('names literals that are spread, and nothing else that is', () => {
    // Written in two pieces, so that the check does not find them here.
    const spread = '..' + '.'
    assert.deepEqual(spreadFaults({ text: `const a = {\n  ${spread}{ b, c },\n}` }), [
      'line 2: a literal is spread: write its members in its place',
    ])
    assert.equal(spreadFaults({ text: `f(${spread}['a', 'b'])` }).length, 1)
    for (const text of ['...rest', '...(a ? { b } : {})', `${spread}[a, b].map(c)`, '...[].concat(a)'])
      assert.deepEqual(spreadFaults({ text }), [])
  })
})
