import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { createAreaList } from '../../src/areas/area-list.ts'
import type { ExternalUsers, UserData } from '../../src/areas/external-users/index.ts'
import { areas } from '../../src/areas/order.ts'
import type { AreaManifest, RetainedSince } from '../../src/kernel/area.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import { AppError } from '../../src/kernel/errors.ts'
import type { Events } from '../../src/kernel/events/events.ts'
import { data, endpoint } from '../../src/kernel/http/endpoint.ts'
import { startTestApp, type TestApp } from '../harness.ts'

const notesManifest = {
  name: 'notes',
  tables: [],
  errors: { note_not_found: 404 },
  events: { 'note.written': 'A note was written.' },
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../src/kernel/area.ts' {
  interface Manifests {
    notes: typeof notesManifest
  }
}

type NotesDeps = { db: Db; events: Events; externalUsers: ExternalUsers }

const Note = z.object({ text: z.string() })

/** An area as a newcomer writes one. Its notes are in memory instead of a table. */
function createNotes({ db, events }: NotesDeps) {
  const notes = new Map<string, string>()
  const calls: string[] = []
  let seen: RetainedSince = []
  const userData: UserData = {
    countedAs: null,
    permission: 'external-users:read',
    erase: async (_tx, _scope, userId) => void notes.delete(userId),
    async move(_tx, _scope, fromId, intoId) {
      const text = notes.get(fromId)
      notes.delete(fromId)
      if (text !== undefined) notes.set(intoId, text)
    },
    async *export(_q, _scope, userId) {
      yield { type: 'note', text: notes.get(userId) }
    },
  }
  return {
    calls,
    swept: () => seen,
    userData: [userData],
    capabilities: { notes: async () => [{ name: 'memory', isLive: true }] },
    async sweep(retainedSince: RetainedSince): Promise<void> {
      seen = retainedSince
    },
    start: (role: string) => void calls.push(`start ${role}`),
    stop: async () => void calls.push('stop'),
    routes: [
      endpoint({
        method: 'PUT',
        path: '/api/v1/note',
        area: 'Notes',
        summary: 'Write the note',
        access: 'end-user',
        permission: 'notes:write',
        body: Note,
        response: data(Note),
        message: 'Note',
        example: { body: { text: 'Hello' }, response: { text: 'Hello' } },
        async handle({ scope, body }) {
          notes.set(scope.externalUser.id, body.text)
          await db.tx((tx) => events.publish(tx, scope, { type: 'note.written', data: {} }))
          return body
        },
      }),
      endpoint({
        method: 'GET',
        path: '/api/v1/note',
        area: 'Notes',
        summary: 'Read the note',
        access: 'end-user',
        permission: 'notes:read',
        response: data(Note),
        message: 'Note',
        errors: ['note_not_found'],
        example: { response: { text: 'Hello' } },
        handle({ scope }) {
          const text = notes.get(scope.externalUser.id)
          if (text === undefined) throw new AppError('note_not_found', 'There is no note')
          return { text }
        },
      }),
    ],
  }
}

let app: TestApp
let notes: ReturnType<typeof createNotes>

before(async () => {
  app = await startTestApp({
    areas: areas.add({
      manifest: notesManifest,
      key: 'notes',
      create(deps: NotesDeps) {
        notes = createNotes(deps)
        return notes
      },
    }),
  })
})
after(() => app.stop())

test('an area that is added to the list has its routes, permissions and error codes', async () => {
  const { admin } = await app.newProject()
  const ada = admin.as('ada')
  assert.equal((await ada.put('/api/v1/note', { text: 'Hello' })).status, 200)
  assert.equal((await ada.get('/api/v1/note')).body.data.text, 'Hello')
  const missing = await admin.as('bob').get('/api/v1/note')
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'note_not_found'])
  const wrong = await admin.post('/api/v1/api-keys', { name: 'notes', scopes: ['notes:erase'] })
  assert.equal(wrong.status, 400)
  const key = await admin.post('/api/v1/api-keys', { name: 'notes', scopes: ['notes:read'] })
  assert.equal(key.status, 200)
})

test('its error codes and endpoints are described', async () => {
  const { body } = await app.anonymous.get('/api/v1/openapi.json')
  assert.deepEqual(body.components['x-error-codes'].note_not_found, { status: 404, type: 'not_found' })
  assert.ok(body.paths['/api/v1/note'].get['x-errors'].includes('note_not_found'))
})

test('its events can be selected', async () => {
  const { admin } = await app.newProject()
  const types = await admin.get('/api/v1/webhooks/event-types')
  assert.ok(types.body.data.some(({ type }: { type: string }) => type === 'note.written'))
  const selected = { url: 'https://receiver.invalid/hook', eventTypes: ['note.*'] }
  assert.equal((await admin.post('/api/v1/webhooks', selected)).status, 200)
})

test('its rows are erased, merged and exported with their user', async () => {
  const { admin } = await app.newProject()
  await admin.as('ada').put('/api/v1/note', { text: 'Hers' })
  const ada = (await admin.get('/api/v1/external-users/username/ada')).body.data.id
  const exported = await admin.get(`/api/v1/external-users/${ada}/export`)
  assert.ok(exported.text.includes('"Hers"'))
  const eve = (await admin.post('/api/v1/external-users', { name: 'eve' })).body.data.id
  const merged = await admin.post(`/api/v1/external-users/${ada}/merge`, { intoId: eve })
  assert.equal(merged.status, 200)
  assert.equal((await admin.as('eve').get('/api/v1/note')).body.data.text, 'Hers')
  assert.equal((await admin.delete(`/api/v1/external-users/${eve}`)).status, 200)
  assert.equal((await admin.as('eve').get('/api/v1/note')).status, 404)
})

test('its capabilities are listed and it is swept with what projects retain', async () => {
  const { admin, id } = await app.newProject()
  const { notes: capability } = (await admin.get('/api/v1/capabilities')).body.data
  assert.deepEqual(capability, { isLive: true, drivers: [{ name: 'memory', isLive: true }] })
  await app.app.sweep()
  assert.ok(notes.swept().some(({ projectId }) => projectId === id))
})

test('it is started and stopped with the others', async () => {
  const node = app.secondNode()
  node.start('worker')
  await node.stop()
  assert.deepEqual(notes.calls, ['start worker', 'stop'])
})

test('an area that needs one above it, or takes a key twice, is refused', () => {
  const needs = {
    manifest: notesManifest,
    key: 'notes',
    create: (_: { planets: object }) => ({ routes: [] }),
  }
  // @ts-expect-error: no area before it gives `planets`
  areas.add(needs)
  const taken = createAreaList<{ db: object }>().add({
    manifest: notesManifest,
    key: 'db',
    create: () => ({ routes: [] }),
  })
  assert.throws(() => taken.create({ db: {} }), /"notes" takes the key "db"/)
})
