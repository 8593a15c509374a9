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
]

/** Columns that are required and have no default: an older node inserts rows without them. */
function requiredColumns(statement: string): string[] {
  if (!/^\s*alter\s+table\b/i.test(statement)) return []
  return statement
    .split(/,\s*(?=add\s+column\b)/i)
    .filter((part) => /\badd\s+column\b/i.test(part) && /\bnot\s+null\b/i.test(part))
    .filter((part) => !/\b(default|generated)\b/i.test(part))
    .map((part) => `adds a column that an older node leaves out: ${part.trim().slice(0, 80)}`)
}

const faultsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(';')
    .flatMap((statement) => [
      ...rules.filter(([pattern]) => pattern.test(statement)).map(([, fault]) => fault),
      ...requiredColumns(statement),
    ])

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
  assert.deepEqual(found, {})
})

test('a migration that takes something away is named', () => {
  for (const statement of [
    'drop table run;',
    'alter table run\n  drop column input;',
    'alter table run rename column input to arguments;',
    'alter table run alter column id type text;',
    'alter table run alter column name set not null;',
    'alter table run add column name text not null;',
  ])
    assert.equal(faultsOf(statement).length, 1, statement)
  assert.deepEqual(faultsOf("alter table run add column name text not null default '';"), [])
})
