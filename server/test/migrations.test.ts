import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { migrationsDirectory } from '../src/infrastructure.ts'

/** What a node of the version before would stumble over, since it still runs while the first new one has migrated. */
const rules: [RegExp, string][] = [
  [/\bdrop\s+(table|view)\b/i, 'drops a table that an older node reads'],
  [/\bdrop\s+column\b/i, 'drops a column that an older node reads'],
  [/\brename\s+(to|column)\b/i, 'renames what an older node names'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of what an older node writes'],
  [/\balter\s+column\s+\S+\s+set\s+not\s+null\b/i, 'requires what an older node leaves out'],
  [/\balter\s+column\s+\S+\s+drop\s+default\b/i, 'requires what an older node leaves out'],
  [/\bdrop\s+(index|constraint)\b/i, 'drops what "on conflict" of an older node may name'],
  [/\bdrop\s+(function|trigger|type|domain|sequence|extension)\b/i, 'drops what an older node calls'],
  [/\breplace\s+function\b/i, 'changes a function that an older node calls'],
  [/^\s*truncate\b/i, 'deletes what an older node reads'],
]

/** Rules for tables that were there before: rows and statements of an older node may break them. */
const rulesOfOldTables: [RegExp, string][] = [
  [
    /\balter\s+table\s+(?:only\s+)?(\w+)[\s\S]*?\badd\s+(?:constraint|check|unique|primary\s+key|foreign\s+key|exclude)\b/i,
    'adds a constraint that rows of an older node may break',
  ],
  [
    /^\s*create\s+(?:constraint\s+)?trigger\b[\s\S]*?\bon\s+(\w+)/i,
    'adds a trigger to what an older node writes',
  ],
  [
    /^\s*create\s+unique\s+index\b[\s\S]*?\bon\s+(\w+)/i,
    'requires rows to be unique that an older node writes',
  ],
]

/** Read by hand, with what an older node does meanwhile. */
const reviewed: Record<string, string> = {
  '0011_schedules.sql': 'the index has another in its place, and is named by no statement',
  '0015_llm.sql': 'the triggers only note that a project has changed',
  '0021_operator.sql': 'before the first release: old and new nodes are not mixed across it',
  '0022_node_leases.sql': 'the index is named by no statement',
  '0034_run_concurrency_key.sql': 'the index has another in its place, and is named by no statement',
  '0054_run_parts.sql': 'the trigger deletes what the foreign key deleted',
  '0060_mcp_stdio.sql': 'the constraint allows more than before',
  '0075_project_deletion.sql':
    'the function refuses what it refused, unless a setting is on that older nodes do not know',
  '0082_llm_call_checks.sql': 'the checks refused values that no version writes',
}

/** Columns that are required and have no default: an older node inserts rows without them. */
function requiredColumns(statement: string): string[] {
  if (!/^\s*alter\s+table\b/i.test(statement)) return []
  return statement
    .split(/,\s*(?=add\s+column\b)/i)
    .filter((part) => /\badd\s+column\b/i.test(part) && /\bnot\s+null\b/i.test(part))
    .filter((part) => !/\b(default|generated)\b/i.test(part))
    .map((part) => `adds a column that an older node leaves out: ${part.trim().slice(0, 80)}`)
}

/** Functions have statements inside of them. */
const withoutBodies = (text: string): string =>
  text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")

const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name!.toLowerCase()))

function faultsOf(migration: string): string[] {
  const text = withoutBodies(migration)
  const ownTables = namesIn(text, /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)
  const ownColumns = [...namesIn(text, /\badd\s+column\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)]
  // Rows of an older node have no value in a new column, so that a partial index on it leaves them out.
  const isAboutNewColumn = (statement: string) =>
    ownColumns.some((name) => new RegExp(`\\bwhere\\s+${name}\\s+is\\s+not\\s+null`, 'i').test(statement))
  return text.split(';').flatMap((statement) => [
    ...rules.filter(([pattern]) => pattern.test(statement)).map(([, fault]) => fault),
    ...rulesOfOldTables
      .filter(([pattern]) => {
        const table = pattern.exec(statement)?.[1]?.toLowerCase()
        return table !== undefined && !ownTables.has(table) && !isAboutNewColumn(statement)
      })
      .map(([, fault]) => fault),
    ...requiredColumns(statement),
  ])
}

test('migrations only add, so that nodes of the version before go on', () => {
  const files = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql'))
  assert.ok(files.length > 70)
  const found = Object.fromEntries(
    files
      .map(
        (name) =>
          [name, faultsOf(readFileSync(new URL(`${migrationsDirectory.href}/${name}`), 'utf8'))] as const,
      )
      .filter(([, faults]) => faults.length > 0),
  )
  const unknown = Object.fromEntries(Object.entries(found).filter(([name]) => !(name in reviewed)))
  assert.deepEqual(unknown, {})
  assert.deepEqual(
    Object.keys(reviewed).filter((name) => !(name in found)),
    [],
    'reviews of what is not there',
  )
})

test('a migration that takes something away is named', () => {
  for (const statement of [
    'drop table run;',
    'alter table run\n  drop column input;',
    'alter table run rename column input to arguments;',
    'alter table run alter column id type text;',
    'alter table run alter column name set not null;',
    'alter table run add column name text not null;',
    'alter table run alter column name drop default;',
    'drop index run_due;',
    'drop function demand(boolean);',
    'create or replace function demand(condition boolean) returns boolean language sql as $$ select true; drop table run $$;',
    'truncate run;',
    "alter table run add constraint run_name check (name <> '');",
    'alter table run add foreign key (owner_id) references account (id);',
    'create unique index run_name on run (project_id, name);',
    'alter table run add column other text; create unique index run_name on run (project_id, name) where name is not null;',
    'create trigger run_changed after update on run for each row execute function note();',
  ])
    assert.equal(faultsOf(statement).length, 1, statement)
  for (const statement of [
    "alter table run add column name text not null default '';",
    'create table note (id uuid primary key); create unique index note_id on note (id); alter table note add unique (id);',
    'alter table run add column token text; create unique index run_token on run (token) where token is not null;',
  ])
    assert.deepEqual(faultsOf(statement), [], statement)
})
