import type pg from 'pg'

export type RealChunk = { text: string; path: string[]; length: number; terms: string; vector: Buffer }

const chunksPerSource = 100
const perStatement = 1_000

const floatsOf = (bytes: Buffer): Float32Array =>
  new Float32Array(new Float16Array(Uint8Array.from(bytes).buffer))

/** Chunks of a collection, with what they are found by. */
export async function readChunks(client: pg.Client, collectionId: string): Promise<RealChunk[]> {
  const { rows } = await client.query<RealChunk>(
    `select k.text, k.path, t.length, t.terms, v.vector from knowledge_chunk k
     join knowledge_chunk_terms t using (project_id, collection_id, source_no, revision, ordinal)
     join knowledge_chunk_vector v using (project_id, collection_id, source_no, revision, ordinal)
     where collection_id = $1`,
    [collectionId],
  )
  return rows
}

/** A vector between two real ones: as near to others as those of similar texts are. */
function between(left: Float32Array, right: Float32Array, share: number): Buffer {
  const mixed = left.map((value, i) => value * share + right[i]! * (1 - share))
  const length = Math.hypot(...mixed)
  return Buffer.from(new Float16Array(mixed.map((value) => value / length)).buffer)
}

/** Fills a collection with so many chunks made of real ones, in sources of a hundred. */
export async function fill(
  client: pg.Client,
  collection: { projectId: string; id: string },
  real: readonly RealChunk[],
  size: number,
): Promise<void> {
  const vectors = real.map(({ vector }) => floatsOf(vector))
  const key = [collection.projectId, collection.id]
  await client.query(
    `insert into knowledge_source (project_id, collection_id, no, key, kind, title, origin, metadata, language, status, chunk_size,
       chunk_overlap, chunk_count, live_revision, last_revision, changed_version, created_at, updated_at, indexed_at)
     select $1, $2, no, 'text:' || no, 'text', 'Source ' || no, '{}', '{}', 'en', 'ready', 1000, 100, $4, 1, 1, 1, now(), now(), now()
     from generate_series(1, $3::int) no`,
    [...key, Math.ceil(size / chunksPerSource), chunksPerSource],
  )
  for (let first = 0; first < size; first += perStatement) {
    const rows = Array.from({ length: Math.min(perStatement, size - first) }, (_, i) => {
      const n = first + i
      // Another pair in every round: equal vectors would make the nearest ten a matter of chance.
      const other = vectors[(n * 7_919 + Math.floor(n / real.length) * 101 + 13) % real.length]!
      return {
        ...real[n % real.length]!,
        no: 1 + Math.floor(n / chunksPerSource),
        ordinal: n % chunksPerSource,
        vector: between(vectors[n % real.length]!, other, 0.3 + ((n * 31) % 70) / 100),
      }
    })
    const keys = [rows.map(({ no }) => no), rows.map(({ ordinal }) => ordinal)]
    await client.query(
      `insert into knowledge_chunk (project_id, collection_id, source_no, revision, ordinal, text, path, start_at, end_at, token_count)
       select $1, $2, no, 1, ordinal, text, '{}', 0, length(text), 1
       from unnest($3::int[], $4::int[], $5::text[]) as each (no, ordinal, text)`,
      [...key, ...keys, rows.map(({ text }) => text)],
    )
    await client.query(
      `insert into knowledge_chunk_terms (project_id, collection_id, source_no, revision, ordinal, length, terms)
       select $1, $2, no, 1, ordinal, length, terms
       from unnest($3::int[], $4::int[], $5::int[], $6::text[]) as each (no, ordinal, length, terms)`,
      [...key, ...keys, rows.map(({ length }) => length), rows.map(({ terms }) => terms)],
    )
    await client.query(
      `insert into knowledge_chunk_vector (project_id, collection_id, source_no, revision, ordinal, hash, vector)
       select $1, $2, no, 1, ordinal, '\\x00', vector
       from unnest($3::int[], $4::int[], $5::bytea[]) as each (no, ordinal, vector)`,
      [...key, ...keys, rows.map(({ vector }) => vector)],
    )
  }
  await client.query(
    `update knowledge_collection set content_version = content_version + 1 where project_id = $1 and id = $2`,
    key,
  )
}

/** The ids of the nearest chunks by the vectors that are stored, compared one by one. */
export async function exactNearest(
  client: pg.Client,
  collectionId: string,
  queries: readonly Float32Array[],
  limit: number,
): Promise<Set<string>[]> {
  const { rows } = await client.query<{ id: string; vector: Buffer }>(
    `select source_no || '-' || revision || '-' || ordinal as id, vector from knowledge_chunk_vector where collection_id = $1`,
    [collectionId],
  )
  const vectors = rows.map(({ id, vector }) => ({ id, vector: floatsOf(vector) }))
  return queries.map((query) => {
    const scored = vectors.map(({ id, vector }) => ({ id, score: dot(vector, query) }))
    scored.sort((left, right) => right.score - left.score)
    return new Set(scored.slice(0, limit).map(({ id }) => id))
  })
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!
  return sum
}
